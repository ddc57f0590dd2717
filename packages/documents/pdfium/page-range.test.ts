import { describe, expect, it } from 'vitest';
import { pagesOf } from './page-range.ts';

describe('a page range', () => {
  it.each([
    ['', [0, 1, 2, 3, 4]],
    ['2', [1]],
    ['1-3,5', [0, 1, 2, 4]],
    ['4-', [3, 4]],
    ['-2', [0, 1]],
    ['3, 3 2', [1, 2]],
    ['4-99', [3, 4]],
  ])('%j', (range, indexes) => expect(pagesOf(range, 5)).toEqual(indexes));

  it.each(['x', '0', '3-2', '-', '1-2-3', '9'])('%j is refused', (range) =>
    expect(() => pagesOf(range, 5)).toThrow(expect.objectContaining({ code: 'invalid-options' })),
  );
});
