import type { EngineManifest } from '@bakkum/conversion/engine';
import { FRAME_SECONDS_OPTION } from '@bakkum/raster/combine';
import { ALPHA_PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

export const manifest: EngineManifest = {
  id: 'gif',
  tier: 'core',
  license: 'MIT',
  program: { name: 'gifenc', version: '1.0.3', homepage: 'https://github.com/mattdesl/gifenc' },
  downloadBytes: 8000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 4 },
  assets: {},
  conversions: [
    {
      from: ['raster'],
      to: ['gif'],
      fidelity: 'lossy',
      cost: 2,
      options: { ...FRAME_SECONDS_OPTION, ...ALPHA_PIXEL_OPTIONS },
      combines: true,
    },
  ],
};
