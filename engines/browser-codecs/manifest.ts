import type { EngineManifest } from '@bakkum/conversion/engine';
import { JPEG_OPTIONS, PNG_OPTIONS, WEBP_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'browser-codecs',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 0,
  requires: ['offscreen-canvas'],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [
    { from: ['jpeg', 'png', 'webp', 'bmp'], to: ['raster'], fidelity: 'lossless', cost: 1 },
    { from: ['gif', 'apng'], to: ['raster'], fidelity: 'lossless', cost: 1, requires: ['image-decoder'] },
    { from: ['avif'], to: ['raster'], fidelity: 'lossless', cost: 1, requires: ['decode-avif'] },
    { from: ['jxl'], to: ['raster'], fidelity: 'lossless', cost: 1, requires: ['decode-jxl'] },
    { from: ['raster'], to: ['jpeg'], fidelity: 'lossy', cost: 1, options: JPEG_OPTIONS },
    // Preferred after the WebAssembly encoder, which is faster at the same fidelity and keeps animations and translucent colours.
    { from: ['raster'], to: ['webp'], fidelity: 'lossy', cost: 5, requires: ['encode-webp'], options: WEBP_OPTIONS },
    // A canvas stores premultiplied alpha, so translucent pixels are rounded: not lossless.
    { from: ['raster'], to: ['png'], fidelity: 'lossy', cost: 3, options: PNG_OPTIONS },
  ],
};
