import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'comics',
  license: 'Apache-2.0',
  downloadBytes: 24_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 5 },
  assets: {},
  conversions: [
    { from: [FILES], to: ['pdf', 'epub'], fidelity: 'lossless', cost: 2 },
    // The pages as they are, where all of them are of the kind asked for.
    { from: [FILES], to: ['jpeg', 'png', 'webp', 'gif', 'avif'], fidelity: 'lossless', cost: 1 },
  ],
};
