import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

const MAILS = ['eml', 'msg', 'mbox'] as const;

export const manifest: EngineManifest = {
  id: 'mail',
  license: 'MIT',
  program: { name: 'parse5', version: '8.0.0', homepage: 'https://parse5.js.org' },
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    { from: MAILS, to: ['html'], fidelity: 'lossy', cost: 1 },
    { from: ['mhtml'], to: ['html'], fidelity: 'layout-lost', cost: 1 },
    { from: ['mhtml'], to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: ['mhtml'], to: [FILES], fidelity: 'lossy', cost: 1 },
    { from: MAILS, to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: MAILS, to: [FILES], fidelity: 'lossy', cost: 1 },
    { from: MAILS, to: [DATA], fidelity: 'text-only', cost: 1 },
  ],
};
