import { expect, it } from 'vitest';
import { creditLevel } from './credit-level.ts';

it.each([
  [500, 500, 'success', 'fine'],
  [251, 500, 'success', 'fine'],
  [250, 500, 'warning', 'fine'],
  [101, 500, 'warning', 'fine'],
  [100, 500, 'danger', 'fine'],
  [51, 500, 'danger', 'fine'],
  [50, 500, 'danger', 'low'],
  [1, 10, 'danger', 'low'],
  [0, 10, 'danger', 'none'],
  [0, 0, 'danger', 'none'],
] as const)('%i of %i is %s, %s', (current, total, tone, state) => {
  expect(creditLevel({ current, total })).toMatchObject({ tone, state });
});

it('never exceeds a full bar', () => {
  expect(creditLevel({ current: 12, total: 10 }).fraction).toBe(1);
});
