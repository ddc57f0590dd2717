import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'sqlite',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'SQLite (sql.js)', version: '1.16.0', homepage: 'https://sql.js.org' },
  downloadBytes: 340_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 40 },
  assets: { program: 'sql.js/dist/sql-wasm.wasm' },
  conversions: [
    { from: ['sqlite'], to: [DATA], fidelity: 'lossless', cost: 2 },
    { from: [DATA], to: ['sqlite'], fidelity: 'lossy', cost: 2 },
  ],
};
