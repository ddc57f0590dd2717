import type { EngineManifest } from '@bakkum/conversion/engine';
import { LAID_OUT_PAGES } from '@bakkum/document-pdfium/laid-out-pages';
import { PAGE_RANGE_OPTION } from '@bakkum/document-pdfium/page-range';
import { RECOGNITION_ASSETS } from '@bakkum/document-recognition/assets';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import {
  DOCUMENT_OPTIONS,
  DRAW_OPTIONS,
  MARKDOWN_OPTIONS,
  SHEET_OPTIONS,
  SLIDE_OPTIONS,
  SOURCE_OPTIONS,
  TEXT_OPTIONS,
  WEB_OPTIONS,
} from './options.ts';

const MIB = 1024 * 1024;

/**
 * Expensive: a PDF has no headings, lists or tables, so any route to a format without laying out pages in between is better.
 * Costs more than an office and pandoc together.
 */
const COST = 50;
/** Nothing else reads these pages, so there is no better route to keep free. */
const LAID_OUT_COST = 3;

export const manifest: EngineManifest = {
  id: 'pdfium',
  tier: 'core',
  license: 'BSD-3-Clause AND Apache-2.0 AND MIT',
  program: { name: 'PDFium (@embedpdf/pdfium)', version: '2.15.1', homepage: 'https://github.com/embedpdf/embed-pdf-viewer' },
  downloadBytes: 2_000_000,
  requires: [],
  memory: { baseBytes: 384 * MIB, perInputByte: 8 },
  assets: {
    program: '@embedpdf/pdfium/dist/pdfium.wasm',
    gothic: FACE_FILES.gothic,
    gothicBold: FACE_FILES.gothicBold,
    myeongjo: FACE_FILES.myeongjo,
    myeongjoBold: FACE_FILES.myeongjoBold,
    japanese: FACE_FILES.japanese,
    chinese: FACE_FILES.chinese,
    ...RECOGNITION_ASSETS,
  },
  onDemand: Object.keys(RECOGNITION_ASSETS),
  conversions: [
    { from: ['pdf'], to: ['docx'], fidelity: 'lossy', cost: COST, options: DOCUMENT_OPTIONS },
    { from: ['pdf'], to: ['pptx'], fidelity: 'lossy', cost: COST, options: SLIDE_OPTIONS },
    // Text and lines are kept as such, in the fonts the file names, which may be missing on another machine.
    { from: ['pdf'], to: ['svg'], fidelity: 'lossy', cost: COST, options: SOURCE_OPTIONS },
    { from: [LAID_OUT_PAGES], to: ['svg'], fidelity: 'lossy', cost: LAID_OUT_COST, options: PAGE_RANGE_OPTION },
    { from: ['pdf'], to: ['html'], fidelity: 'layout-lost', cost: COST, options: WEB_OPTIONS },
    { from: ['pdf'], to: ['md'], fidelity: 'layout-lost', cost: COST, options: MARKDOWN_OPTIONS },
    { from: ['pdf'], to: ['txt'], fidelity: 'text-only', cost: COST, options: TEXT_OPTIONS },
    // Tables, or all text of a page; text positions are lost either way.
    { from: ['pdf'], to: ['xlsx', 'csv'], fidelity: 'text-only', cost: COST, options: SHEET_OPTIONS },
    { from: ['pdf'], to: ['raster'], fidelity: 'picture', cost: 3, options: DRAW_OPTIONS },
  ],
};
