import { describe, expect, it } from 'vitest';
import { mostMemoryFirst, takeNext } from './starting-order.ts';

const bytesOf = (id: number): number => (id < 10 ? 1.5 * 1024 ** 3 : 1024 ** 2);
const limits = { bytesOf, maxLarge: 1 };

describe('mostMemoryFirst', () => {
  it('starts with the largest engines and keeps the order of others', () => {
    expect(mostMemoryFirst([11, 1, 10, 2, 12], bytesOf)).toEqual([1, 2, 11, 10, 12]);
  });
});

describe('takeNext', () => {
  it('takes the first file while no large engine runs', () => {
    expect(takeNext([3, 10], new Set([11]), limits)).toBe(3);
  });

  it('skips files with a large engine while one runs', () => {
    const queue = [3, 4, 10, 11];
    expect(takeNext(queue, new Set([1, 12]), limits)).toBe(10);
    expect(queue).toEqual([3, 4, 11]);
  });

  it('leaves files with a large engine to the lane that runs such a file', () => {
    const queue = [3, 4];
    expect(takeNext(queue, new Set([1]), limits)).toBeUndefined();
    expect(queue).toEqual([3, 4]);
  });

  it('returns nothing from an empty queue', () => {
    expect(takeNext([], new Set(), limits)).toBeUndefined();
  });
});
