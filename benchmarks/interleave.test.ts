import { expect, it } from 'vitest';
import { interleave, median } from './interleave.ts';

it('measures contestants in turn, in reverse every other round', async () => {
  const order: string[] = [];
  const contestant = (name: string, milliseconds: number) => async () => {
    order.push(name);
    return milliseconds + order.length;
  };
  expect(await interleave([contestant('a', 100), contestant('b', 200)], 3)).toEqual([
    [101, 104, 105],
    [202, 203, 206],
  ]);
  expect(order.join('')).toBe('abbaab');
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
  [[], Number.NaN],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});
