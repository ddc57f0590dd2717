import { expect, it } from 'vitest';
import { createLineLimit } from './line-limit.ts';

it('allows a number of lines in each period, and counts the others', () => {
  let at = 0;
  const limit = createLineLimit(2, 1000, () => at);
  expect([limit.next(), limit.next(), limit.next(), limit.next()]).toEqual([
    { leftOut: 0 },
    { leftOut: 0 },
    undefined,
    undefined,
  ]);
  at = 999;
  expect(limit.next()).toBeUndefined();
  at = 1000;
  expect([limit.next(), limit.next(), limit.next()]).toEqual([{ leftOut: 3 }, { leftOut: 0 }, undefined]);
});

it('starts a new period when the clock is set back', () => {
  let at = 5000;
  const limit = createLineLimit(1, 1000, () => at);
  limit.next();
  at = 0;
  expect(limit.next()).toEqual({ leftOut: 0 });
});
