import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'ebooks',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 10 },
  assets: {},
  conversions: [
    { from: ['fb2z'], to: ['fb2'], fidelity: 'lossless', cost: 1 },
    { from: ['ibooks'], to: ['epub'], fidelity: 'lossless', cost: 1 },
    { from: ['mobi', 'azw3', 'pdb'], to: ['html', 'epub'], fidelity: 'lossy', cost: 2 },
    // Style sheets are dropped; readers of these books apply their own.
    { from: ['epub'], to: ['mobi'], fidelity: 'layout-lost', cost: 3 },
  ],
};
