import type { EngineManifest } from '@bakkum/conversion/engine';
import { RAW_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'raw-pixels',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 3_000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    {
      from: ['gray-raw', 'rgb-raw', 'rgba-raw', 'bgr-raw', 'bgra-raw'],
      to: ['raster'],
      fidelity: 'lossless',
      cost: 3,
      options: RAW_OPTIONS,
    },
    // CMYK without a profile, and subsampled chroma.
    { from: ['cmyk-raw', 'uyvy', 'ycbcr-raw'], to: ['raster'], fidelity: 'lossy', cost: 3, options: RAW_OPTIONS },
  ],
};
