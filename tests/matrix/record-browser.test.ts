import { readFileSync } from 'node:fs';
import path from 'node:path';
import { browserRecord } from '@bakkum/registry/browser-support';
import { expect, test } from 'vitest';
import { browserRecordOf, documentedRow } from './record-browser.ts';
import type { Row } from './report.ts';

const ROW: Row = {
  file: 'a.png',
  from: 'png',
  to: 'jpeg',
  family: 'unknown',
  route: 'r',
  fidelity: 'lossy',
  status: 'ok',
  code: '',
  milliseconds: 1,
  bytesIn: 2,
  bytesOut: 3,
  judge: 'identify',
};
const REFUSED: Row = { ...ROW, status: 'refused', code: 'corrupt' };

test('the documentation has the recorded figures', () => {
  const documentation = readFileSync(path.resolve(import.meta.dirname, '../../docs/browsers.md'), 'utf8');
  for (const browser of ['chromium', 'firefox', 'webkit', 'masked'] as const)
    expect(documentation).toContain(documentedRow(browser, browserRecord(browser)));
});

test('counts all conversions of Chromium and loses none', () => {
  const rows = [ROW, { ...REFUSED, to: 'gif' }, { ...REFUSED, to: '' }];
  expect(browserRecordOf(rows)).toEqual({ files: 1, tried: 2, valid: 1, lost: [] });
});

test('judges another browser by what Chromium can do', () => {
  const chromium = [ROW, { ...ROW, to: 'webp' }, { ...REFUSED, to: 'gif' }];
  const rows = [ROW, { ...REFUSED, to: 'webp' }, { ...REFUSED, to: 'gif' }];
  const lost = [{ from: 'png', to: 'webp', code: 'corrupt' }];
  expect(browserRecordOf(rows, chromium)).toEqual({ files: 1, tried: 2, valid: 1, lost });
});

test('an invalid result is lost by its status, and a pair that works with another file is not', () => {
  const other = { ...ROW, file: 'b.png' };
  const invalid = { ...ROW, status: 'invalid-output' } as const;
  expect(browserRecordOf([invalid], [ROW]).lost).toEqual([{ from: 'png', to: 'jpeg', code: 'invalid-output' }]);
  expect(browserRecordOf([invalid, other], [ROW, other])).toEqual({ files: 2, tried: 2, valid: 1, lost: [] });
});
