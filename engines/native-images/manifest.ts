import type { EngineManifest } from '@bakkum/conversion/engine';
import { JPEG_OPTIONS } from '@bakkum/raster/encoders/jpeg-options';
import { PNG_OPTIONS } from '@bakkum/raster/encoders/png-options';
import { WEBP_OPTIONS } from '@bakkum/raster/encoders/webp-options';

/** Below every chain of a decoder and an encoder in WebAssembly. */
const COST = 2;

export const manifest: EngineManifest = {
  id: 'native-images',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 0,
  requires: ['native-images'],
  // From the compressed size, as for our decoders. Images that are much larger than that are limited by the engine and its policy.
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  // Other plans have steps of their own: a chain would write and read a file between them.
  conversions: [
    { from: ['png'], to: ['jpeg'], fidelity: 'lossy', cost: COST, options: JPEG_OPTIONS, standalone: true },
    { from: ['png', 'jpeg'], to: ['webp'], fidelity: 'lossy', cost: COST, options: WEBP_OPTIONS, standalone: true },
    { from: ['jpeg'], to: ['png'], fidelity: 'lossless', cost: COST, options: PNG_OPTIONS, standalone: true },
  ],
};
