import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasProgram } from '../native.ts';
import { summaryOf, toTsv } from './report.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/images');

/** A bounded part of the matrix: a fixture of every readable picture format, each to the two formats people ask for most. */
test.skipIf(!hasProgram('identify'))(
  'every fixture becomes a valid PNG and JPEG, or is refused with a code',
  () => {
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
  },
  120_000,
);

test('a report has the columns of the specification, and a line for each family', () => {
  const row = {
    file: 'a\tb',
    from: 'png',
    to: 'jpeg',
    family: 'image',
    route: 'r',
    fidelity: 'lossy',
    status: 'ok',
    code: '',
    milliseconds: 1.4,
    bytesIn: 2,
    bytesOut: 3,
    judge: 'identify',
  } as const;
  expect(toTsv([row])).toBe(
    'file\tfrom\tto\troute\tfidelity\tstatus\tcode\tmilliseconds\tbytes in\tbytes out\tjudge\na b\tpng\tjpeg\tr\tlossy\tok\t\t1\t2\t3\tidentify\n',
  );
  expect(summaryOf([row, { ...row, status: 'refused' }])).toContain('image\tok 1\trefused 1\tinvalid-output 0');
});
