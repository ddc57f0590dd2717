import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'jpeg-xr',
  tier: 'long-tail',
  license: 'BSD-3-Clause AND BSD-2-Clause',
  program: { name: 'jxrlib (jpegxr)', version: '0.3.0', homepage: 'https://github.com/brion/jpegxr' },
  downloadBytes: 80_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 60 },
  assets: { program: './.prepared/jpegxr.wasm' },
  conversions: [{ from: ['jxr'], to: ['raster'], fidelity: 'lossless', cost: 3 }],
};
