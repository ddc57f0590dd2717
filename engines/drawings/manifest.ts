import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'drawings',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 13_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  // Line widths, line styles and typefaces are approximated.
  conversions: [{ from: ['dxf', 'hpgl', 'fig', 'cgm'], to: ['svg'], fidelity: 'lossy', cost: 1 }],
};
