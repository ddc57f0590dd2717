import type { EngineManifest } from '@bakkum/conversion/engine';
import { JOIN_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'pdf-join',
  tier: 'core',
  license: 'MIT',
  program: { name: 'pdf-lib (@cantoo/pdf-lib)', version: '2.11.1', homepage: 'https://github.com/cantoo-scribe/pdf-lib' },
  downloadBytes: 200_000,
  requires: [],
  memory: { baseBytes: 64 * MIB, perInputByte: 12 },
  assets: {},
  conversions: [
    { from: ['pdf'], to: ['pdf'], fidelity: 'lossless', cost: 3, options: JOIN_OPTIONS, sameFormat: true, combines: true },
  ],
};
