import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasProgram } from '../native.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/images');

/** A limited part of the matrix: a fixture of every readable image format, each to the two most popular formats. */
test.skipIf(!hasProgram('identify'))('every fixture becomes a valid PNG and JPEG, or is refused with a code', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-matrix-test-'));
  const out = path.join(folder, 'matrix.tsv');
  try {
    execFileSync(process.execPath, [
      path.join(import.meta.dirname, 'main.ts'),
      '--dir',
      FIXTURES,
      '--targets',
      'png,jpeg',
      '--out',
      out,
    ]);
    const [, ...lines] = readFileSync(out, 'utf8').trimEnd().split('\n');
    const rows = lines.map((line) => line.split('\t')).map(([file, , to, , , status, code]) => ({ file, to, status, code }));
    expect(rows.filter(({ status }) => status === 'ok').length).toBeGreaterThan(140);
    expect(rows.filter(({ status }) => status !== 'ok' && status !== 'refused')).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
