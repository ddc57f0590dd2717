import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'old-archives',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 10_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 8 },
  assets: {},
  conversions: [
    { from: ['arc', 'zoo', 'adf'], to: [FILES], fidelity: 'lossless', cost: 1 },
    { from: ['dms'], to: ['adf'], fidelity: 'lossless', cost: 1 },
    // 7-Zip reads more methods; this covers headers it refuses.
    { from: ['lzh'], to: [FILES], fidelity: 'lossless', cost: 12 },
  ],
};
