import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'trackers',
  tier: 'long-tail',
  license: 'MIT AND BSD-3-Clause',
  program: { name: 'libopenmpt (chiptune3)', version: '0.8.4', homepage: 'https://github.com/DrSnuggles/chiptune' },
  downloadBytes: 590_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 4 },
  assets: {},
  conversions: [{ from: ['mod', 'xm', 's3m', 'it'], to: ['wav'], fidelity: 'lossy', cost: 2 }],
};
