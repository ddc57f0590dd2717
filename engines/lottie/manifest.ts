import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'lottie',
  tier: 'long-tail',
  license: 'MIT',
  program: {
    name: 'ThorVG (@lottiefiles/dotlottie-web)',
    version: '0.80.0',
    homepage: 'https://github.com/LottieFiles/dotlottie-web',
  },
  downloadBytes: 520_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 30 },
  assets: { program: '@lottiefiles/dotlottie-web/dist/dotlottie-player.wasm' },
  conversions: [{ from: ['lottie', 'lottie-json'], to: ['raster'], fidelity: 'picture', cost: 4 }],
};
