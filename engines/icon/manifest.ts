import type { EngineManifest } from '@bakkum/conversion/engine';
import { OPTIONS, WINDOWS_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'icon',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'jSquash PNG', version: '3.1.1', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 95_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 24 },
  assets: { png: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm' },
  conversions: [
    { from: ['ico', 'cur', 'icns'], to: ['raster'], fidelity: 'lossless', cost: 2 },
    { from: ['raster'], to: ['ico'], fidelity: 'lossless', cost: 2, options: WINDOWS_OPTIONS },
    { from: ['raster'], to: ['cur', 'icns'], fidelity: 'lossless', cost: 2, options: OPTIONS },
  ],
};
