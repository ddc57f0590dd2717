import type { EngineManifest } from '@bakkum/conversion/engine';
import { JXL_OPTIONS } from '@bakkum/raster/encoders/jxl-options';

export const manifest: EngineManifest = {
  id: 'jxl',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'libjxl (jSquash)', version: '1.3.0', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 641_000,
  requires: [],
  memory: { baseBytes: 256 * 1024 * 1024, perInputByte: 150 },
  assets: {
    decoder: '@jsquash/jxl/codec/dec/jxl_dec.wasm',
    encoder: '@jsquash/jxl/codec/enc/jxl_enc.wasm',
  },
  conversions: [
    { from: ['jxl'], to: ['raster'], fidelity: 'lossless', cost: 4 },
    { from: ['raster'], to: ['jxl'], fidelity: 'lossy', cost: 5, options: JXL_OPTIONS },
  ],
};
