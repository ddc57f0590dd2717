import { expect, it } from 'vitest';
import { append, largest, smallest } from './long-lists.ts';

it('handles lists of a million elements', () => {
  const list = Array.from({ length: 1_000_000 }, (_, at) => at);
  const target = [-1];
  append(target, list);
  expect([target.length, target.at(-1)]).toEqual([1_000_001, 999_999]);
  expect([smallest(target), largest(target)]).toEqual([-1, 999_999]);
});

it('compares like Math.min and Math.max', () => {
  for (const values of [[], [2], [3, 1, 2], [1, Number.NaN, 2]])
    expect([smallest(values), largest(values)]).toEqual([Math.min(...values), Math.max(...values)]);
});
