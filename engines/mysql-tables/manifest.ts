import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'mysql-tables',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 4000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 10 },
  assets: {},
  conversions: [{ from: ['frm'], to: [DATA, 'txt'], fidelity: 'lossy', cost: 1 }],
};
