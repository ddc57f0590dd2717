import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'visio',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 20_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  // Shapes, lines and text are kept; effects, theme gradients and splines of the binary form are not drawn.
  conversions: [{ from: ['vsdx', 'vsd'], to: ['svg'], fidelity: 'lossy', cost: 2 }],
};
