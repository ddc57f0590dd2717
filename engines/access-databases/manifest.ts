import { PASSWORD_OPTION } from '@bakkum/archive-tree/options';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'access-databases',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'mdb-reader', version: '3.2.0', homepage: 'https://github.com/andipaetzold/mdb-reader' },
  downloadBytes: 90_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [{ from: ['mdb'], to: [DATA], fidelity: 'lossy', cost: 2, options: PASSWORD_OPTION }],
};
