import { PASSWORD_OPTION } from '@bakkum/archive-tree/options';
import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'korean-archives',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 10_000,
  requires: [],
  // The archive, and the largest file in it.
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 8 },
  assets: {},
  conversions: [{ from: ['alz', 'egg'], to: [FILES], fidelity: 'lossless', cost: 1, options: PASSWORD_OPTION }],
};
