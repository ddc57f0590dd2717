import type { EngineManifest, FormatId } from '@bakkum/conversion/engine';
import { LAID_OUT_PAGES } from '@bakkum/document-pdfium/laid-out-pages';
import { WEB_FACE_FILES } from '@bakkum/document-typefaces/web-faces';
import { RASTER } from '@bakkum/raster/raster';
import { BOOK_IMAGE_OPTIONS, PAGE_OPTIONS, SCREEN_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

const WEB_PAGES: readonly FormatId[] = ['html', 'xhtml', 'mhtml'];

export const manifest: EngineManifest = {
  id: 'page-layout',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 900_000,
  requires: ['page-layout'],
  memory: { baseBytes: 256 * MIB, perInputByte: 40 },
  assets: { ...WEB_FACE_FILES, pdfium: '@embedpdf/pdfium/dist/pdfium.wasm' },
  onDemand: [...Object.keys(WEB_FACE_FILES), 'pdfium'],
  conversions: [
    { from: [...WEB_PAGES, 'epub'], to: [LAID_OUT_PAGES], fidelity: 'lossy', cost: 9, options: PAGE_OPTIONS },
    // An interchange format, so that no plan reads the pages again to make a text of them.
    { from: [LAID_OUT_PAGES], to: ['pdf'], fidelity: 'lossless', cost: 1 },
    // A single step, because a route through PDF would be too long for other books, which become EPUB first. Books have pages, so they are
    // better than one image. Markup costs less through Typst.
    { from: ['epub'], to: [RASTER], fidelity: 'picture', cost: 13, options: BOOK_IMAGE_OPTIONS },
    { from: WEB_PAGES, to: [RASTER], fidelity: 'picture', cost: 14, options: SCREEN_OPTIONS },
  ],
};
