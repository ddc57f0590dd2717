import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { expect, it } from 'vitest';
import { writeNotices } from '../apps/web/build-steps/notices.ts';
import { SAMPLE, testEnginesOf } from './engine-contract.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

testEnginesOf('core', SAMPLE);

it('every program is listed in the notices', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-notices-'));
  try {
    writeNotices(ROOT, folder);
    const texts = await readFile(path.join(folder, 'third-party-notices.txt'), 'utf8');
    const missing = MANIFESTS.filter(({ program }) => program && !texts.includes(program.name)).map(({ id }) => id);
    expect(missing).toEqual([]);
    // The package of pandoc only names its licence.
    expect(texts).toMatch(
      /pandoc-wasm\)[\s\S]*GNU GENERAL PUBLIC LICENSE\s+Version 2, June 1991[\s\S]*END OF TERMS AND CONDITIONS/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
