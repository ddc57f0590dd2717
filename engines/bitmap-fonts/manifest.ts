import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'bitmap-fonts',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 5_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [
    { from: ['pcf'], to: ['bdf'], fidelity: 'lossless', cost: 1 },
    // All glyphs drawn side by side.
    { from: ['bdf', 'pcf'], to: ['raster'], fidelity: 'picture', cost: 2 },
  ],
};
