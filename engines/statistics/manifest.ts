import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';
import { OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'statistics',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 14_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [{ from: ['sav', 'dta', 'sas'], to: [DATA], fidelity: 'lossless', cost: 1, options: OPTIONS }],
};
