import type { EngineManifest } from '@bakkum/conversion/engine';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { MARKUP_OPTIONS, PDF_OPTIONS, RECODE_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'plain-text',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 1_200_000,
  requires: [],
  memory: { baseBytes: 96 * MIB, perInputByte: 16 },
  assets: { ...FACE_FILES },
  conversions: [
    { from: ['txt'], to: ['pdf'], fidelity: 'lossless', cost: 2, options: PDF_OPTIONS },
    { from: ['txt'], to: ['typst-document'], fidelity: 'lossless', cost: 2, options: MARKUP_OPTIONS },
    { from: ['txt'], to: ['txt'], fidelity: 'lossless', cost: 1, options: RECODE_OPTIONS, sameFormat: true },
  ],
};
