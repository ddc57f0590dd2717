import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'tei',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 8_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: [
    // Expensive, so that no route from another format goes through TEI, which pandoc can write from anything.
    { from: ['tei'], to: ['html'], fidelity: 'layout-lost', cost: 60 },
  ],
};
