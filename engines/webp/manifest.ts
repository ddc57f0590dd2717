import type { EngineManifest } from '@bakkum/conversion/engine';
import { WEBP_OPTIONS } from '@bakkum/raster/encoders/webp-options';

export const manifest: EngineManifest = {
  id: 'webp',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'libwebp (jSquash)', version: '1.5.0', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 160_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 60 },
  assets: {
    decoder: '@jsquash/webp/codec/dec/webp_dec.wasm',
    encoder: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
  },
  conversions: [
    { from: ['webp'], to: ['raster'], fidelity: 'lossless', cost: 2 },
    { from: ['raster'], to: ['webp'], fidelity: 'lossy', cost: 3, options: WEBP_OPTIONS, combines: true },
  ],
};
