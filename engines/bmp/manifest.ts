import type { EngineManifest } from '@bakkum/conversion/engine';
import { ENCODE_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'bmp',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 7000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    { from: ['bmp', 'dib'], to: ['raster'], fidelity: 'lossless', cost: 2 },
    { from: ['raster'], to: ['bmp'], fidelity: 'lossless', cost: 2, options: ENCODE_OPTIONS },
  ],
};
