import type { EngineManifest } from '@bakkum/conversion/engine';
import { PNG_OPTIONS } from '@bakkum/raster/encoders/png-options';

export const manifest: EngineManifest = {
  id: 'png',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'jSquash PNG and OxiPNG', version: '3.1.1', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 82_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 24 },
  assets: {
    codec: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
    optimiser: '@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm',
  },
  conversions: [
    { from: ['png'], to: ['raster'], fidelity: 'lossless', cost: 2 },
    { from: ['raster'], to: ['png'], fidelity: 'lossless', cost: 2, options: PNG_OPTIONS },
  ],
};
