import type { EngineManifest } from '@bakkum/conversion/engine';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { COMPARISON_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'pdf-compare',
  tier: 'core',
  license: 'BSD-3-Clause AND Apache-2.0 AND MIT',
  program: { name: 'PDFium (@embedpdf/pdfium)', version: '2.15.1', homepage: 'https://github.com/embedpdf/embed-pdf-viewer' },
  downloadBytes: 2_000_000,
  requires: [],
  memory: { baseBytes: 256 * MIB, perInputByte: 12 },
  assets: { pdfium: '@embedpdf/pdfium/dist/pdfium.wasm', ...FACE_FILES },
  // Fonts that a file lacks, and those of the list of changes.
  onDemand: Object.keys(FACE_FILES),
  conversions: [
    {
      from: ['pdf'],
      to: ['pdf', 'json', 'txt'],
      fidelity: 'lossless',
      cost: 3,
      options: COMPARISON_OPTIONS,
      sameFormat: true,
      operation: 'comparison',
    },
  ],
};
