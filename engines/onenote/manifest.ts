import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'onenote',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 14_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    { from: ['one'], to: ['html'], fidelity: 'layout-lost', cost: 2 },
    { from: ['one'], to: ['txt'], fidelity: 'text-only', cost: 2 },
  ],
};
