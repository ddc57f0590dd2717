import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

const LISTS = ['m3u', 'pls', 'xspf', 'asx', 'wpl'] as const;

export const manifest: EngineManifest = {
  id: 'playlists',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 8_000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: [
    ...LISTS.map((to) => ({ from: LISTS.filter((from) => from !== to), to: [to], fidelity: 'lossy' as const, cost: 1 })),
    { from: LISTS, to: [DATA], fidelity: 'lossless', cost: 1 },
    { from: ['hls'], to: [DATA], fidelity: 'lossless', cost: 1 },
  ],
};
