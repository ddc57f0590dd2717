import type { EngineManifest } from '@bakkum/conversion/engine';
import { RECOGNITION_ASSETS } from '@bakkum/document-recognition/assets';
import { JPEG_OPTIONS, RASTER_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'pdf-images',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 6000,
  requires: [],
  // Recognizing text takes more, but few batches do that, and it would halve the speed of the others.
  memory: { baseBytes: 128 * 1024 * 1024, perInputByte: 4 },
  assets: { pdfium: '@embedpdf/pdfium/dist/pdfium.wasm', ...RECOGNITION_ASSETS },
  // Needed only when text is recognized.
  onDemand: ['pdfium', ...Object.keys(RECOGNITION_ASSETS)],
  conversions: [
    { from: ['jpeg'], to: ['pdf'], fidelity: 'lossless', cost: 1, options: JPEG_OPTIONS, combines: true },
    { from: ['raster'], to: ['pdf'], fidelity: 'lossless', cost: 2, options: RASTER_OPTIONS, combines: true },
  ],
};
