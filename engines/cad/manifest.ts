import type { EngineManifest } from '@bakkum/conversion/engine';
import { CAD_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'cad',
  tier: 'long-tail',
  license: 'LGPL-2.1-only',
  program: { name: 'Open CASCADE (occt-import-js)', version: '0.0.23', homepage: 'https://github.com/kovacsv/occt-import-js' },
  downloadBytes: 2_650_000,
  requires: [],
  memory: { baseBytes: 160 * 1024 * 1024, perInputByte: 40 },
  assets: { program: 'occt-import-js/dist/occt-import-js.wasm' },
  // Exact surfaces become facets.
  conversions: [
    { from: ['step', 'iges', 'brep', 'fcstd'], to: ['model-scene'], fidelity: 'lossy', cost: 12, options: CAD_OPTIONS },
  ],
};
