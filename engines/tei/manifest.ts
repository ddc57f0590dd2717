import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'tei',
  license: 'Apache-2.0',
  downloadBytes: 8_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: [
    { from: ['tei'], to: ['html'], fidelity: 'layout-lost', cost: 1 },
    { from: ['tei'], to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: ['tei'], to: [DATA], fidelity: 'lossy', cost: 1 },
  ],
};
