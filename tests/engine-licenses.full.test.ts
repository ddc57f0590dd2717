import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { describe, expect, it } from 'vitest';

const GENERATOR = path.resolve(import.meta.dirname, '../scripts/generate-registry.mjs');

/** Returns the engines of a registry generated for these licences. */
function enginesFor(licenses: string): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-licenses-'));
  try {
    execFileSync(process.execPath, [GENERATOR, folder], { env: { ...process.env, ENGINE_LICENSES: licenses } });
    const loaders = readFileSync(path.join(folder, 'engines.gen.ts'), 'utf8');
    return [...loaders.matchAll(/^ {2}'([\w-]+)':/gm)].map(([, id = '']) => id);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('engines an operator may not ship', () => {
  it('are excluded by their license', () => {
    const permissive = enginesFor('permissive');
    expect(permissive).toEqual(expect.arrayContaining(['png', 'typst', 'plain-text']));
    for (const id of ['pandoc', 'office', 'ffmpeg']) expect(permissive).not.toContain(id);
    expect(enginesFor('permissive,GPL-2.0-or-later')).toContain('pandoc');
  });

  it('need every licence of a combination', () => {
    expect(enginesFor('MIT')).not.toContain('amr');
    expect(enginesFor('MIT,Apache-2.0')).toContain('amr');
  });

  it('are all included by default', () => expect(enginesFor('all')).toEqual(MANIFESTS.map(({ id }) => id)));
});
