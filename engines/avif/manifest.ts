import type { EngineManifest } from '@bakkum/conversion/engine';
import { AVIF_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'avif',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'libavif (jSquash)', version: '2.1.1', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 1_129_000,
  requires: [],
  memory: { baseBytes: 128 * 1024 * 1024, perInputByte: 120 },
  assets: {
    decoder: '@jsquash/avif/codec/dec/avif_dec.wasm',
    encoder: '@jsquash/avif/codec/enc/avif_enc.wasm',
  },
  conversions: [
    { from: ['avif'], to: ['raster'], fidelity: 'lossless', cost: 3 },
    { from: ['raster'], to: ['avif'], fidelity: 'lossy', cost: 5, options: AVIF_OPTIONS },
  ],
};
