import { PASSWORD_OPTION } from '@bakkum/archive-tree/options';
import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

export const manifest: EngineManifest = {
  id: 'certificates',
  tier: 'long-tail',
  license: 'BSD-3-Clause',
  program: { name: 'node-forge', version: '1.4.3', homepage: 'https://github.com/digitalbazaar/forge' },
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    { from: ['pem', 'der', 'p7m'], to: [DATA], fidelity: 'lossy', cost: 1 },
    { from: ['pem', 'der'], to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: ['pem'], to: ['der'], fidelity: 'lossless', cost: 1 },
    { from: ['der'], to: ['pem'], fidelity: 'lossless', cost: 1 },
    { from: ['p7m'], to: ['pem'], fidelity: 'lossy', cost: 1 },
    { from: ['p7m'], to: [FILES], fidelity: 'lossless', cost: 1 },
    { from: ['p12'], to: ['pem'], fidelity: 'lossless', cost: 1, options: PASSWORD_OPTION },
    { from: ['p12'], to: [DATA], fidelity: 'lossy', cost: 1, options: PASSWORD_OPTION },
    { from: ['p12'], to: ['txt'], fidelity: 'text-only', cost: 1, options: PASSWORD_OPTION },
  ],
};
