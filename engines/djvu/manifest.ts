import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'djvu',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'MozJPEG', version: '3.3.1', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 80_000,
  requires: [],
  memory: { baseBytes: 160 * 1024 * 1024, perInputByte: 4 },
  assets: { jpeg: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm' },
  conversions: [
    { from: ['djvu'], to: ['pdf'], fidelity: 'lossy', cost: 4 },
    // Exact pixels, but the text layer is lost.
    { from: ['djvu'], to: ['raster'], fidelity: 'picture', cost: 4 },
    { from: ['djvu'], to: ['txt'], fidelity: 'text-only', cost: 2 },
  ],
};
