import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'draco',
  tier: 'long-tail',
  license: 'Apache-2.0',
  program: { name: 'Draco (draco3d)', version: '1.5.9', homepage: 'https://github.com/google/draco' },
  downloadBytes: 96_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 60 },
  assets: { program: 'draco3d/draco_decoder.wasm' },
  conversions: [{ from: ['drc'], to: ['model-scene'], fidelity: 'lossless', cost: 3 }],
};
