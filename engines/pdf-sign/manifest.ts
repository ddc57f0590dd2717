import type { EngineManifest } from '@bakkum/conversion/engine';
import { SIGNATURE_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'pdf-sign',
  tier: 'core',
  license: 'MIT AND BSD-3-Clause',
  program: { name: 'LibPDF (@libpdf/core)', version: '0.4.2', homepage: 'https://libpdf.dev' },
  downloadBytes: 350_000,
  requires: [],
  memory: { baseBytes: 64 * MIB, perInputByte: 8 },
  assets: {},
  conversions: [
    {
      from: ['pdf'],
      to: ['pdf'],
      fidelity: 'lossless',
      cost: 3,
      options: SIGNATURE_OPTIONS,
      sameFormat: true,
      operation: 'signature',
    },
  ],
};
