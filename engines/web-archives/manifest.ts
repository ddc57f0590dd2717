import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'web-archives',
  tier: 'core',
  license: 'MIT',
  program: { name: 'parse5', version: '8.0.0', homepage: 'https://parse5.js.org' },
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 10 },
  assets: {},
  conversions: [
    { from: ['webarchive'], to: ['html'], fidelity: 'layout-lost', cost: 1 },
    { from: ['webarchive'], to: ['txt'], fidelity: 'text-only', cost: 1 },
    // Expensive, so that a page becomes a document through its text rather than its embedded images.
    { from: ['webarchive'], to: [FILES], fidelity: 'layout-lost', cost: 60 },
  ],
};
