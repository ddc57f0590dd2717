import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'iwork',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 30_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 6 },
  assets: {},
  conversions: [
    // The complete document as printed by Pages and Keynote, which stopped embedding it in 2013.
    { from: ['pages-2009'], to: ['pdf'], fidelity: 'lossless', cost: 1 },
    { from: ['key-2009'], to: ['pdf'], fidelity: 'lossless', losses: { motion: 'lost' }, cost: 1 },
    // Headings are kept, lists and tables are not.
    { from: ['pages', 'pages-2009'], to: ['html'], fidelity: 'text-only', losses: { structure: 'changed' }, cost: 2 },
    { from: ['pages', 'pages-2009'], to: ['txt'], fidelity: 'text-only', cost: 2 },
    // Without the words of tables and charts, so the PDF is better if there is one.
    { from: ['key-2009'], to: ['html', 'txt'], fidelity: 'text-only', cost: 60 },
    { from: ['key'], to: ['pptx'], fidelity: 'lossy', losses: { motion: 'lost' }, cost: 2 },
  ],
};
