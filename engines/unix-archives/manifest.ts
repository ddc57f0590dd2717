import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'unix-archives',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 3_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 0 },
  assets: {},
  conversions: [
    { from: [FILES], to: ['cpio'], fidelity: 'lossless', cost: 1 },
    { from: [FILES], to: ['ar'], fidelity: 'lossy', cost: 1 },
  ],
};
