import type { EngineManifest } from '@bakkum/conversion/engine';
import { WEB_FACE_FILES } from '@bakkum/document-typefaces/web-faces';
import { LAID_OUT_PAGES } from './laid-out-pages.ts';
import { PAGE_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'page-layout',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 900_000,
  requires: ['page-layout'],
  memory: { baseBytes: 128 * MIB, perInputByte: 40 },
  assets: WEB_FACE_FILES,
  onDemand: Object.keys(WEB_FACE_FILES),
  conversions: [
    { from: ['html', 'xhtml', 'mhtml', 'epub'], to: [LAID_OUT_PAGES], fidelity: 'lossy', cost: 9, options: PAGE_OPTIONS },
    // An interchange format, so that no plan reads the pages again to make a text of them.
    { from: [LAID_OUT_PAGES], to: ['pdf'], fidelity: 'lossless', cost: 1 },
  ],
};
