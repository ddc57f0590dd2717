import { CONTENTS } from '@bakkum/archive-tree/contents';
import { COMPRESSION_OPTION, NEW_PASSWORD_OPTION, PASSWORD_OPTION } from '@bakkum/archive-tree/options';
import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'zip',
  tier: 'core',
  license: 'BSD-3-Clause',
  program: { name: 'zip.js', version: '2.24.0', homepage: 'https://gildas-lormeau.github.io/zip.js/' },
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 0 },
  assets: {},
  conversions: [
    {
      from: ['zip', 'jar', 'xpi', 'apk', 'ipa', 'cbz', 'wacz', 'oxt', 'xlz'],
      to: [FILES],
      fidelity: 'lossless',
      cost: 1,
      options: PASSWORD_OPTION,
    },
    {
      from: [FILES],
      to: ['zip', 'cbz'],
      fidelity: 'lossless',
      cost: 1,
      options: { ...NEW_PASSWORD_OPTION, ...COMPRESSION_OPTION },
    },
    { from: [FILES], to: [CONTENTS], fidelity: 'lossless', cost: 1 },
  ],
};
