import type { EngineManifest } from '@bakkum/conversion/engine';
import { JPEG_OPTIONS } from '@bakkum/raster/encoders/jpeg-options';

export const manifest: EngineManifest = {
  id: 'jpeg',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'MozJPEG', version: '3.3.1', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 125_000,
  requires: [],
  memory: { baseBytes: 48 * 1024 * 1024, perInputByte: 40 },
  assets: {
    decoder: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
    encoder: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  },
  conversions: [
    { from: ['jpeg'], to: ['raster'], fidelity: 'lossless', cost: 4 },
    { from: ['raster'], to: ['jpeg'], fidelity: 'lossy', cost: 4, options: JPEG_OPTIONS },
  ],
};
