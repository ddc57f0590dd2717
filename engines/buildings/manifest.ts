import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'buildings',
  tier: 'long-tail',
  license: 'MPL-2.0',
  program: { name: 'web-ifc', version: '0.0.78', homepage: 'https://github.com/ThatOpen/engine_web-ifc' },
  downloadBytes: 620_000,
  requires: [],
  memory: { baseBytes: 192 * 1024 * 1024, perInputByte: 40 },
  assets: { program: 'web-ifc/web-ifc.wasm' },
  // Exact solids become facets; everything except shapes and colours is dropped.
  conversions: [{ from: ['ifc'], to: ['model-scene'], fidelity: 'lossy', cost: 8 }],
};
