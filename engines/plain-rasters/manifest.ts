import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'plain-rasters',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    {
      from: ['xwd', 'gbr', 'gimp-pattern', 'gd', 'ifunc-im', 'ilbm', 'sixel', 'xisf'],
      to: ['raster'],
      fidelity: 'lossless',
      cost: 3,
    },
    // ImageMagick reads more variants of these; this covers files it refuses.
    { from: ['sun', 'xpm', 'fits'], to: ['raster'], fidelity: 'lossless', cost: 12 },
  ],
};
