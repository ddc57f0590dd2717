import type { EngineManifest } from '@bakkum/conversion/engine';
import { JPEG_OPTIONS } from '@bakkum/raster/encoders/jpeg-options';

export const manifest: EngineManifest = {
  id: 'jpeg',
  tier: 'core',
  license: 'Apache-2.0 AND ISC AND IJG AND BSD-3-Clause AND Zlib',
  program: { name: 'libjpeg-turbo and MozJPEG', version: '1.2.8, 3.3.1', homepage: 'https://libjpeg-turbo.org' },
  downloadBytes: 190_000,
  requires: [],
  memory: { baseBytes: 48 * 1024 * 1024, perInputByte: 40 },
  assets: {
    decoder: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
    encoder: '@cornerstonejs/codec-libjpeg-turbo-8bit/dist/libjpegturbowasm.wasm',
    smallest: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  },
  conversions: [
    { from: ['jpeg'], to: ['raster'], fidelity: 'lossless', cost: 4 },
    { from: ['raster'], to: ['jpeg'], fidelity: 'lossy', cost: 4, options: JPEG_OPTIONS },
  ],
};
