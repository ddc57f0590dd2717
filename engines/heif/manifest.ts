import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'heif',
  tier: 'core',
  license: 'LGPL-3.0-or-later',
  program: { name: 'libheif (libheif-js)', version: '1.23.2', homepage: 'https://github.com/catdad-experiments/libheif-js' },
  downloadBytes: 371_000,
  requires: [],
  memory: { baseBytes: 192 * 1024 * 1024, perInputByte: 120 },
  assets: { program: 'libheif-js/libheif-wasm/libheif.wasm' },
  conversions: [{ from: ['heic', 'bpg'], to: ['raster'], fidelity: 'lossless', cost: 3 }],
};
