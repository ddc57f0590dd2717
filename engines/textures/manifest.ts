import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'textures',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 7_000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [{ from: ['blp', 'ftex', 'ktx', 'ktx2', 'pvr'], to: ['raster'], fidelity: 'lossless', cost: 3 }],
};
