import type { EngineManifest } from '@bakkum/conversion/engine';
import { RECOGNITION_ASSETS, RECOGNITION_BYTES, RECOGNITION_MEMORY } from '@bakkum/document-recognition/assets';
import { RASTER } from '@bakkum/raster/raster';
import { DOCUMENT_OPTIONS, MARKDOWN_OPTIONS, SHEET_OPTIONS, TEXT_OPTIONS, WEB_OPTIONS } from './options.ts';

/** Seconds per page. High, so that any route to text without recognition is preferred. */
const COST = 40;

export const manifest: EngineManifest = {
  id: 'text-recognition',
  tier: 'core',
  license: 'Apache-2.0 AND MIT',
  program: { name: 'Tesseract (tesseract.js-core)', version: '7.0.0', homepage: 'https://github.com/naptha/tesseract.js-core' },
  downloadBytes: RECOGNITION_BYTES,
  requires: [],
  memory: { baseBytes: RECOGNITION_MEMORY, perInputByte: 4 },
  assets: RECOGNITION_ASSETS,
  conversions: [
    { from: [RASTER], to: ['docx', 'hwpx'], fidelity: 'layout-lost', cost: COST, options: DOCUMENT_OPTIONS },
    { from: [RASTER], to: ['md'], fidelity: 'layout-lost', cost: COST, options: MARKDOWN_OPTIONS },
    { from: [RASTER], to: ['html'], fidelity: 'layout-lost', cost: COST, options: WEB_OPTIONS },
    { from: [RASTER], to: ['txt'], fidelity: 'text-only', cost: COST, options: TEXT_OPTIONS },
    { from: [RASTER], to: ['xlsx', 'csv'], fidelity: 'text-only', cost: COST, options: SHEET_OPTIONS },
  ],
};
