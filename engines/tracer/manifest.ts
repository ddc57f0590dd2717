import type { EngineManifest } from '@bakkum/conversion/engine';
import { TRACER_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'tracer',
  tier: 'core',
  license: 'Unlicense',
  program: { name: 'imagetracerjs', version: '1.2.6', homepage: 'https://github.com/jankovicsandras/imagetracerjs' },
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 256 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [{ from: ['raster'], to: ['svg'], fidelity: 'lossy', cost: 10, options: TRACER_OPTIONS }],
};
