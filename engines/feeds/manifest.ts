import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

const FEEDS = ['rss', 'atom', 'jsonfeed'] as const;

export const manifest: EngineManifest = {
  id: 'feeds',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'parse5', version: '8.0.0', homepage: 'https://parse5.js.org' },
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [
    ...FEEDS.map((to) => ({ from: FEEDS.filter((from) => from !== to), to: [to], fidelity: 'lossy' as const, cost: 1 })),
    { from: FEEDS, to: ['html'], fidelity: 'layout-lost', cost: 1 },
    { from: FEEDS, to: ['json'], fidelity: 'lossy', cost: 1 },
    { from: FEEDS, to: [DATA], fidelity: 'text-only', cost: 2 },
  ],
};
