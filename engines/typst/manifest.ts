import type { EngineManifest } from '@bakkum/conversion/engine';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { PAGE_OPTIONS, PICTURE_OPTIONS } from './options.ts';

/** Other faces are loaded depending on the characters in use. */
const ALWAYS: ReadonlySet<string> = new Set(['sans', 'sansItalic', 'sansBold', 'sansBoldItalic']);

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'typst',
  tier: 'core',
  license: 'Apache-2.0',
  program: {
    name: 'Typst (@myriaddreamin/typst-ts-web-compiler)',
    version: '0.14 (0.7.0)',
    homepage: 'https://github.com/Myriad-Dreamin/typst.ts',
  },
  downloadBytes: 9_600_000,
  requires: [],
  memory: { baseBytes: 256 * MIB, perInputByte: 350 },
  assets: {
    program: '@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm',
    pdfium: '@embedpdf/pdfium/dist/pdfium.wasm',
    ...FACE_FILES,
  },
  onDemand: ['pdfium', ...Object.keys(FACE_FILES).filter((face) => !ALWAYS.has(face))],
  conversions: [
    // More expensive, so that markup from another engine arrives with its images instead of as a bare file.
    { from: ['typ'], to: ['pdf'], fidelity: 'lossless', cost: 10 },
    { from: ['typst-document'], to: ['pdf'], fidelity: 'lossless', cost: 8, options: PAGE_OPTIONS },
    // Shapes stay shapes and text stays text.
    { from: ['svg', 'svgz'], to: ['pdf'], fidelity: 'lossy', cost: 9 },
    // A single step, because a route through PDF would be too long from markup to an image.
    { from: ['typst-document'], to: ['raster'], fidelity: 'picture', cost: 11, options: PICTURE_OPTIONS },
  ],
};
