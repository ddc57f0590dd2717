import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'comics',
  license: 'Apache-2.0',
  downloadBytes: 20_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 5 },
  assets: {},
  conversions: [{ from: ['cbz'], to: ['pdf'], fidelity: 'lossless', cost: 2 }],
};
