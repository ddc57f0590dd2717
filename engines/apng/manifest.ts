import type { EngineManifest } from '@bakkum/conversion/engine';
import { FRAME_SECONDS_OPTION } from '@bakkum/raster/combine';
import { ALPHA_PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

export const manifest: EngineManifest = {
  id: 'apng',
  tier: 'core',
  license: 'MIT',
  program: { name: 'UPNG.js', version: '2.1.0', homepage: 'https://github.com/photopea/UPNG.js' },
  downloadBytes: 30_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: [
    { from: ['apng'], to: ['raster'], fidelity: 'lossless', cost: 3 },
    {
      from: ['raster'],
      to: ['apng'],
      fidelity: 'lossless',
      cost: 3,
      options: { ...FRAME_SECONDS_OPTION, ...ALPHA_PIXEL_OPTIONS },
      combines: true,
    },
  ],
};
