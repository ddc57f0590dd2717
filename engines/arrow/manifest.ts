import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'arrow',
  tier: 'long-tail',
  license: 'Apache-2.0',
  program: { name: 'Apache Arrow', version: '21.2.0', homepage: 'https://arrow.apache.org/js/' },
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 48 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [
    { from: ['arrow', 'arrows'], to: [DATA], fidelity: 'lossless', cost: 1 },
    { from: [DATA], to: ['arrow', 'arrows'], fidelity: 'lossy', cost: 1 },
  ],
};
