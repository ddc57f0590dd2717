import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'jpeg-ls',
  tier: 'long-tail',
  license: 'MIT AND BSD-3-Clause',
  program: { name: 'CharLS (codec-charls)', version: '1.2.7', homepage: 'https://github.com/team-charls/charls' },
  downloadBytes: 62_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 40 },
  assets: { program: '@cornerstonejs/codec-charls/dist/charlswasm_decode.wasm' },
  conversions: [{ from: ['jls'], to: ['raster'], fidelity: 'lossless', cost: 3 }],
};
