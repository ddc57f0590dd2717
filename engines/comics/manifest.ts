import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { RASTER } from '@bakkum/raster/raster';

export const manifest: EngineManifest = {
  id: 'comics',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'MozJPEG', version: '3.3.1', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 90_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 5 },
  assets: { jpeg: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm' },
  conversions: [
    { from: [FILES], to: ['pdf', 'epub'], fidelity: 'lossless', cost: 2 },
    // Unchanged pages, if all of them have the requested format.
    { from: [FILES], to: ['jpeg', 'png', 'webp', 'gif', 'avif'], fidelity: 'lossless', cost: 1 },
    { from: [FILES], to: [RASTER], fidelity: 'lossless', cost: 8 },
  ],
};
