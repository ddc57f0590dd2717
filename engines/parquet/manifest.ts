import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'parquet',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'hyparquet', version: '1.31.5', homepage: 'https://github.com/hyparam/hyparquet' },
  downloadBytes: 90_000,
  requires: [],
  memory: { baseBytes: 48 * 1024 * 1024, perInputByte: 60 },
  assets: {},
  conversions: [
    { from: ['parquet'], to: [DATA], fidelity: 'lossless', cost: 1 },
    { from: [DATA], to: ['parquet'], fidelity: 'lossy', cost: 1 },
  ],
};
