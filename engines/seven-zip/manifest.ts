import { COMPRESSION_OPTION, NEW_PASSWORD_OPTION, PASSWORD_OPTION } from '@bakkum/archive-tree/options';
import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { LOCKABLE, PLAIN_READ, READ_WITH_PASSWORD, WRITTEN } from './forms.ts';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'seven-zip',
  tier: 'core',
  license: 'LGPL-2.1-or-later AND LicenseRef-unRAR',
  program: { name: '7-Zip (7z-wasm)', version: '24.09 (1.2.0)', homepage: 'https://github.com/use-strict/7z-wasm' },
  downloadBytes: 600_000,
  requires: [],
  memory: { baseBytes: 128 * MIB, perInputByte: 6 },
  assets: { program: '7z-wasm/7zz.wasm' },
  conversions: [
    { from: READ_WITH_PASSWORD, to: [FILES], fidelity: 'lossless', cost: 4, options: PASSWORD_OPTION },
    { from: PLAIN_READ, to: [FILES], fidelity: 'lossless', cost: 4 },
    { from: [FILES], to: LOCKABLE, fidelity: 'lossless', cost: 5, options: { ...NEW_PASSWORD_OPTION, ...COMPRESSION_OPTION } },
    { from: [FILES], to: WRITTEN, fidelity: 'lossless', cost: 5, options: COMPRESSION_OPTION },
  ],
};
