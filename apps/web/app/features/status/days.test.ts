import { expect, it } from 'vitest';
import { gradeOf, lastDays } from './days.ts';

it('the last ninety days end today, in UTC', () => {
  const days = lastDays('2026-12-01T23:59:59Z');
  expect([days.length, days[0], days.at(-1)]).toEqual([90, '2026-09-03', '2026-12-01']);
});

it('grades a day by its failed checks', () => {
  const day = (checks: number, bad: number) => gradeOf({ day: '2026-12-01', checks, bad });
  expect([gradeOf(undefined), day(1440, 0), day(1440, 1), day(1440, 200)]).toEqual(['none', 'good', 'some', 'many']);
});
