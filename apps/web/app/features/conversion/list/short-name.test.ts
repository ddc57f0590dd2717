import { expect, it } from 'vitest';
import { shortName } from './short-name.ts';

it.each([
  ['report.pdf', 'report.pdf'],
  ['quarterly-report-2026.docx', 'quarterly-re…-2026.docx'],
  ['2026년 11월 정기 총회 회의록 최종본.hwp', '2026년 11월 …최종본.hwp'],
  ['2026년 11월 정기 총회 회의록 최종본.hwp'.normalize('NFD'), '2026년 11월 …최종본.hwp'],
  [`${'👨‍👩‍👧'.repeat(20)}.jpg`, `${'👨‍👩‍👧'.repeat(6)}…${'👨‍👩‍👧'.repeat(3)}.jpg`],
])('%s becomes %s', (name, short) => expect(shortName(name)).toBe(short));
