import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'arrays',
  tier: 'long-tail',
  license: 'MIT AND NIST-Software AND BSD-3-Clause',
  program: { name: 'fflate, h5wasm (HDF5)', version: '0.8.2, 0.10.3', homepage: 'https://github.com/usnistgov/h5wasm' },
  downloadBytes: 16_000,
  requires: [],
  memory: { baseBytes: 128 * 1024 * 1024, perInputByte: 60 },
  assets: { hdf5: './.prepared/hdf5.wasm' },
  onDemand: ['hdf5'],
  conversions: [{ from: ['hdf4', 'hdf5', 'netcdf', 'npy'], to: [DATA], fidelity: 'lossy', cost: 1 }],
};
