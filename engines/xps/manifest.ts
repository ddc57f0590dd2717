import type { EngineManifest } from '@bakkum/conversion/engine';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'xps',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 30_000,
  requires: [],
  memory: { baseBytes: 48 * MIB, perInputByte: 12 },
  // Loaded only if a font of the document cannot be used.
  assets: { sans: FACE_FILES.sans, gothic: FACE_FILES.gothic, symbols: FACE_FILES.symbols },
  conversions: [{ from: ['xps'], to: ['pdf'], fidelity: 'lossy', cost: 3 }],
};
