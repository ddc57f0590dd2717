import { FILES } from '@bakkum/archive-tree/tree';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';

const MAILS = ['eml', 'msg', 'mbox', 'pst'] as const;

/** Expensive, so that an email becomes a document through its text rather than its embedded images. */
const PARTS_COST = 60;

export const manifest: EngineManifest = {
  id: 'mail',
  tier: 'core',
  license: 'MIT',
  program: { name: 'parse5', version: '8.0.0', homepage: 'https://parse5.js.org' },
  downloadBytes: 68_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    { from: MAILS, to: ['html'], fidelity: 'lossy', cost: 1 },
    { from: ['mhtml'], to: ['html'], fidelity: 'layout-lost', cost: 1 },
    { from: ['mhtml'], to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: MAILS, to: ['txt'], fidelity: 'text-only', cost: 1 },
    { from: [...MAILS, 'mhtml'], to: [FILES], fidelity: 'layout-lost', losses: { images: 'lost' }, cost: PARTS_COST },
    { from: MAILS, to: [DATA], fidelity: 'text-only', cost: 1 },
    { from: ['msg'], to: ['eml'], fidelity: 'lossy', cost: 1 },
    { from: ['eml', 'msg', 'pst'], to: ['mbox'], fidelity: 'lossy', cost: 1 },
  ],
};
