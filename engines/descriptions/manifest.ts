import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

const READ = ['afm', 'icc', 'mtl', 'mtree', 'pcap'] as const;

export const manifest: EngineManifest = {
  id: 'descriptions',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [
    { from: READ, to: [DATA], fidelity: 'lossy', cost: 1 },
    { from: READ, to: ['txt'], fidelity: 'text-only', cost: 1 },
  ],
};
