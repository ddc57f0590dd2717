import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'tar',
  tier: 'core',
  license: 'MIT',
  program: { name: 'modern-tar', version: '0.8.6', homepage: 'https://github.com/ayuhito/modern-tar' },
  downloadBytes: 12_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 0 },
  assets: {},
  conversions: [
    { from: ['tar', 'tgz', 'gz', 'cbt'], to: [FILES], fidelity: 'lossless', cost: 1 },
    { from: [FILES], to: ['tar', 'tgz', 'gz', 'cbt'], fidelity: 'lossless', cost: 1 },
  ],
};
