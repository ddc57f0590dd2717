import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

const ENCODED = ['base64', 'uue'] as const;

export const manifest: EngineManifest = {
  id: 'encoded-files',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 4_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 8 },
  assets: {},
  conversions: [
    { from: ENCODED, to: [FILES], fidelity: 'lossless', cost: 1 },
    { from: [FILES], to: ENCODED, fidelity: 'lossless', cost: 2 },
  ],
};
