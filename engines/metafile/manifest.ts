import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'metafile',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'emf-converter', version: '4.21.0', homepage: 'https://github.com/ChristopherVR/emf-converter' },
  downloadBytes: 770_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  // Lossy: raster operations that combine an image with its background are drawn as pixels.
  conversions: [{ from: ['wmf', 'emf', 'emz'], to: ['svg'], fidelity: 'lossy', cost: 3 }],
};
