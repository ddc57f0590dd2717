import type { EngineManifest } from '@bakkum/conversion/engine';
import { ENCODE_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'tiff',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'MozJPEG', version: '3.3.1', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 48 * 1024 * 1024, perInputByte: 12 },
  // Loaded only for pages that contain JPEG.
  assets: { jpeg: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm' },
  conversions: [
    { from: ['tiff'], to: ['raster'], fidelity: 'lossless', cost: 2 },
    { from: ['raster'], to: ['tiff'], fidelity: 'lossless', cost: 2, options: ENCODE_OPTIONS, combines: true },
  ],
};
