import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'rhino',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'openNURBS (rhino3dm)', version: '8.35.0', homepage: 'https://github.com/mcneel/rhino3dm' },
  downloadBytes: 1_070_000,
  requires: [],
  memory: { baseBytes: 96 * 1024 * 1024, perInputByte: 12 },
  assets: { program: 'rhino3dm/rhino3dm.wasm' },
  // Exact surfaces are replaced by the render meshes stored in the file.
  conversions: [{ from: ['3dm'], to: ['model-scene'], fidelity: 'lossy', cost: 6 }],
};
