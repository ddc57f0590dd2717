import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'works',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [{ from: ['wri', 'wps'], to: ['rtf'], fidelity: 'lossy', cost: 1 }],
};
