import { expect, it } from 'vitest';
import { formatRecordDate } from './record-date.ts';

it('is the day of the zone of the language, wherever it is read', () => {
  const evening = new Date('2026-11-30T20:00:00Z');
  expect(formatRecordDate('en', evening)).toBe('November 30, 2026 (UTC)');
  expect(formatRecordDate('ko', evening)).toBe('2026년 12월 1일');
});
