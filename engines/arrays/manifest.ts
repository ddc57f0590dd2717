import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'arrays',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'fflate', version: '0.8.2', homepage: 'https://github.com/101arrowz/fflate' },
  downloadBytes: 14_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 60 },
  assets: {},
  conversions: [{ from: ['hdf4', 'netcdf', 'npy'], to: [DATA], fidelity: 'lossy', cost: 1 }],
};
