import type { EngineManifest } from '@bakkum/conversion/engine';
import { RECOGNITION_ASSETS, RECOGNITION_MEMORY } from '@bakkum/document-recognition/assets';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { EXTRACTION_OPTIONS } from './extraction/request.ts';
import { PDF_OPTIONS } from './options.ts';

export const manifest: EngineManifest = {
  id: 'pdf-tools',
  tier: 'core',
  license: 'MIT AND BSD-3-Clause AND Apache-2.0',
  program: { name: 'pdf-lib (@cantoo/pdf-lib)', version: '2.11.1', homepage: 'https://github.com/cantoo-scribe/pdf-lib' },
  downloadBytes: 200_000,
  requires: [],
  memory: { baseBytes: RECOGNITION_MEMORY, perInputByte: 12 },
  assets: {
    pdfium: '@embedpdf/pdfium/dist/pdfium.wasm',
    jpegDecoder: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
    jpegEncoder: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
    ...FACE_FILES,
    ...RECOGNITION_ASSETS,
  },
  // Most edits need none of them.
  onDemand: ['pdfium', 'jpegDecoder', 'jpegEncoder', ...Object.keys(FACE_FILES), ...Object.keys(RECOGNITION_ASSETS)],
  conversions: [
    { from: ['pdf'], to: ['pdf'], fidelity: 'lossless', cost: 3, options: PDF_OPTIONS, sameFormat: true, combines: true },
    {
      from: ['pdf'],
      to: ['zip'],
      fidelity: 'lossless',
      cost: 3,
      options: EXTRACTION_OPTIONS,
      standalone: true,
    },
  ],
};
