import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'drawings',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 13_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  // Widths and kinds of lines, and the faces of texts, are only near what they were.
  conversions: [{ from: ['dxf', 'hpgl', 'fig', 'cgm'], to: ['svg'], fidelity: 'lossy', cost: 1 }],
};
