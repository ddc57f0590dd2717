import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'grib',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 60 },
  assets: {},
  conversions: [
    { from: ['grib'], to: [DATA], fidelity: 'lossless', cost: 1 },
    // An image of each field, from its minimum to its maximum.
    { from: ['grib'], to: ['raster'], fidelity: 'picture', cost: 30 },
  ],
};
