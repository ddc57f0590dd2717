import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'flashpix',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 6_000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 60 },
  assets: {},
  conversions: [{ from: ['fpx'], to: ['raster'], fidelity: 'lossless', cost: 3 }],
};
