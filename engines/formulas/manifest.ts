import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'formulas',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 4000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [{ from: ['odf'], to: ['docbook'], fidelity: 'lossless', cost: 2 }],
};
