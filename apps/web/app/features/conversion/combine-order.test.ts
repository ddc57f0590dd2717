import { expect, test } from 'vitest';
import { arranged, moved } from './combine-order.ts';

test('keeps what was arranged, adds what came, drops what went or was left out', () => {
  expect(arranged({ order: [3, 1, 2], leftOut: new Set([1]) }, [1, 2, 3, 4])).toEqual([3, 2, 4]);
  expect(arranged({ order: [3, 1], leftOut: new Set() }, [1])).toEqual([1]);
});

test('moves one place, not past an end', () => {
  expect(moved([1, 2, 3], 3, -1)).toEqual([1, 3, 2]);
  expect(moved([1, 2, 3], 1, 1)).toEqual([2, 1, 3]);
  expect(moved([1, 2, 3], 1, -1)).toEqual([1, 2, 3]);
  expect(moved([1, 2, 3], 3, 1)).toEqual([1, 2, 3]);
  expect(moved([1, 2, 3], 9, 1)).toEqual([1, 2, 3]);
});
