import { COMPRESSION_OPTION } from '@bakkum/archive-tree/options';
import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'compression',
  tier: 'core',
  license: 'MIT AND Apache-2.0',
  program: {
    name: 'brotli-wasm, zstd-wasm',
    version: '3.0.1, 0.0.27',
    homepage: 'https://github.com/httptoolkit/brotli-wasm',
  },
  downloadBytes: 600_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 0 },
  assets: { brotli: 'brotli-wasm/pkg.web/brotli_wasm_bg.wasm', zstd: '@bokuweb/zstd-wasm/dist/web/zstd.wasm' },
  conversions: [
    { from: ['lz4', 'lzo', 'lrzip', 'snappy', 'br', 'tar-lz4', 'tar-lzo', 'tar-br'], to: [FILES], fidelity: 'lossless', cost: 2 },
    { from: [FILES], to: ['br', 'zst', 'tar-br', 'tzst'], fidelity: 'lossless', cost: 3, options: COMPRESSION_OPTION },
    { from: [FILES], to: ['lz4', 'snappy', 'compress', 'tar-lz4', 'tar-z'], fidelity: 'lossless', cost: 2 },
  ],
};
