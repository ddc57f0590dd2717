import type { EngineManifest } from '@bakkum/conversion/engine';

const ANY = 'unknown';

export const manifest: EngineManifest = {
  id: 'unknown-files',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 3_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 8 },
  assets: {},
  conversions: [
    { from: [ANY], to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: [ANY], to: ['json'], fidelity: 'lossless', cost: 1 },
  ],
};
