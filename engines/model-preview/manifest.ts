import type { EngineManifest } from '@bakkum/conversion/engine';
import { PREVIEW_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'model-preview',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 5_000,
  requires: [],
  // Colour and depth at twice the size, which is four times the pixels.
  memory: { baseBytes: 160 * 1024 * 1024, perInputByte: 8 },
  assets: {},
  conversions: [{ from: ['model-scene'], to: ['raster'], fidelity: 'picture', cost: 3, options: PREVIEW_OPTIONS }],
};
