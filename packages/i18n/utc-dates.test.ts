import { expect, it } from 'vitest';
import { formatShortUtcDay, formatUtcDay, formatUtcMoment } from './utc-dates.ts';

it.each([
  ['en', 'November 5, 2026', 'Nov 5, 2026', 'Nov 5, 2026, 1:07 PM'],
  ['ko', '2026년 11월 5일', '2026. 11. 5.', '2026. 11. 5. 오후 1:07'],
] as const)('formats days and times in %s', (locale, long, short, moment) => {
  const date = new Date('2026-11-05T13:07:00Z');
  expect([formatUtcDay(locale, date), formatShortUtcDay(locale, date), formatUtcMoment(locale, date)]).toEqual([
    long,
    short,
    moment,
  ]);
});

it('refuses an invalid date', () => {
  expect(() => formatUtcDay('en', new Date('never'))).toThrow(RangeError);
});
