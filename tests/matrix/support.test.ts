import { expect, test } from 'vitest';
import type { Row } from './report.ts';
import { parseReport, toTsv } from './report.ts';
import { brokenPairs, pairsOfPart } from './support.ts';

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

test('covers every pair of the table exactly once with all parts', () => {
  const groups = [
    { from: ['png', 'gif'], to: ['jpeg', 'webp'] },
    { from: ['md'], to: ['pdf'] },
  ];
  const parts = [0, 1].flatMap((index) => pairsOfPart(groups, { index, count: 2 }));
  const whole = pairsOfPart(groups, { index: 0, count: 1 });
  expect(whole).toHaveLength(5);
  expect(new Set(parts)).toEqual(new Set(whole));
});

test('a pair is broken when nothing passes or anything is invalid', () => {
  expect(brokenPairs([{ ...ROW, status: 'refused', code: 'corrupt' }, ROW])).toEqual([]);
  expect(brokenPairs([{ ...ROW, status: 'refused', code: 'corrupt' }])).toEqual(['png → jpeg: a.png refused corrupt']);
  expect(brokenPairs([{ ...ROW, status: 'invalid-output' }, ROW])).toHaveLength(1);
  expect(brokenPairs([{ ...ROW, status: 'unjudged' }])).toEqual([]);
});

test('a written report can be read again', () => {
  const compared = { ...ROW, compared: { colourError: 0.25, size: 'same' } } as const;
  expect(parseReport(toTsv([ROW]))).toEqual({ ok: true, rows: [ROW], compares: false });
  expect(parseReport(toTsv([compared, ROW], true))).toEqual({ ok: true, rows: [compared, ROW], compares: true });
  expect(parseReport('something else\n')).toEqual({ ok: false, line: 1 });
  expect(parseReport(`${toTsv([ROW])}no row\n`)).toEqual({ ok: false, line: 3 });
});
