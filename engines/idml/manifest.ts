import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'idml',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 14_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: [
    { from: ['idml'], to: ['html'], fidelity: 'layout-lost', cost: 1 },
    { from: ['idml'], to: ['txt'], fidelity: 'text-only', cost: 1 },
  ],
};
