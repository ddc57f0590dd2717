import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'avro',
  tier: 'long-tail',
  license: 'MIT',
  program: {
    name: 'hyparquet-compressors and fflate',
    version: '1.1.2, 0.8.2',
    homepage: 'https://github.com/hyparam/hyparquet-compressors',
  },
  downloadBytes: 14_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [{ from: ['avro'], to: [DATA], fidelity: 'lossless', cost: 1 }],
};
