import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'iso',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 5_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 0 },
  assets: {},
  conversions: [{ from: [FILES], to: ['iso'], fidelity: 'lossless', cost: 1 }],
};
