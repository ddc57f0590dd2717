import { expect, test } from 'vitest';
import { arranged, moved } from './combine-order.ts';

test('keeps the arranged order, appends new files, and drops removed or excluded ones', () => {
  expect(arranged({ order: [3, 1, 2], leftOut: new Set([1]) }, [1, 2, 3, 4])).toEqual([3, 2, 4]);
  expect(arranged({ order: [3, 1], leftOut: new Set() }, [1])).toEqual([1]);
});

test('moves by one place and stops at the ends', () => {
  expect(moved([1, 2, 3], 3, -1)).toEqual([1, 3, 2]);
  expect(moved([1, 2, 3], 1, 1)).toEqual([2, 1, 3]);
  expect(moved([1, 2, 3], 1, -1)).toEqual([1, 2, 3]);
  expect(moved([1, 2, 3], 3, 1)).toEqual([1, 2, 3]);
  expect(moved([1, 2, 3], 9, 1)).toEqual([1, 2, 3]);
});
