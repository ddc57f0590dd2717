import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'iwork',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 6 },
  assets: {},
  conversions: [
    // The complete document as printed by Pages and Keynote, which stopped embedding it in 2013.
    { from: ['pages', 'key'], to: ['pdf'], fidelity: 'lossless', cost: 1 },
    { from: ['pages'], to: ['html', 'txt'], fidelity: 'text-only', cost: 2 },
  ],
};
