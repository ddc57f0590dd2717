import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'translations',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 10_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [
    { from: ['xliff', 'xlz', 'tmx', 'po'], to: [DATA], fidelity: 'lossy', cost: 1 },
    { from: ['xliff', 'xlz', 'tmx', 'po'], to: ['txt'], fidelity: 'text-only', cost: 1 },
  ],
};
