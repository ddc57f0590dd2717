import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

const LINKS = ['url', 'webloc', 'desktop'] as const;

export const manifest: EngineManifest = {
  id: 'shortcuts',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [
    ...LINKS.map((to) => ({ from: LINKS.filter((from) => from !== to), to: [to], fidelity: 'lossy' as const, cost: 1 })),
    { from: LINKS, to: ['html', 'txt'], fidelity: 'text-only', cost: 1 },
    { from: [...LINKS, 'lnk', 'reg'], to: [DATA], fidelity: 'lossless', cost: 1 },
    { from: ['lnk', 'reg'], to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: ['reg'], to: ['csv'], fidelity: 'lossy', cost: 1 },
  ],
};
