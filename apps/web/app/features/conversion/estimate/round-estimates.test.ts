import { expect, test } from 'vitest';
import { roundBytes, roundDuration } from './round-estimates.ts';

test.each([
  [400, 1000],
  [9000, 9000],
  [11_000, 15_000],
  [59_000, 60_000],
  [61_000, 90_000],
  [3_000_000, 3_000_000],
])('rounds %d ms to %d', (exact, rough) => {
  expect(roundDuration(exact)).toBe(rough);
});

test('sizes keep two digits', () => {
  expect([999, 1234, 98_765_432].map(roundBytes)).toEqual([1000, 1200, 99_000_000]);
});
