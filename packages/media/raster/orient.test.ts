import { describe, expect, it } from 'vitest';
import { type Orientation, orient } from './orient.ts';
import type { Pixels } from './raster.ts';

// A 3×2 image, one number per pixel:
// 1 2 3
// 4 5 6
const NUMBERS = [1, 2, 3, 4, 5, 6];

function numbered(depth: 8 | 16): Pixels {
  const samples = NUMBERS.flatMap((n) => [n, n * 10, n + 100, 255]);
  return depth === 8
    ? { depth, width: 3, height: 2, data: new Uint8ClampedArray(samples) }
    : { depth, width: 3, height: 2, data: new Uint16Array(samples) };
}

/** Exif 2.32, tag Orientation: the visual position of row 0 and column 0 of the stored image. */
const UPRIGHT: Readonly<Record<Orientation, readonly (readonly number[])[]>> = {
  1: [
    [1, 2, 3],
    [4, 5, 6],
  ],
  2: [
    [3, 2, 1],
    [6, 5, 4],
  ],
  3: [
    [6, 5, 4],
    [3, 2, 1],
  ],
  4: [
    [4, 5, 6],
    [1, 2, 3],
  ],
  5: [
    [1, 4],
    [2, 5],
    [3, 6],
  ],
  6: [
    [4, 1],
    [5, 2],
    [6, 3],
  ],
  7: [
    [6, 3],
    [5, 2],
    [4, 1],
  ],
  8: [
    [3, 6],
    [2, 5],
    [1, 4],
  ],
};

const ALL: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

describe.each([8, 16] as const)('orient at %d bits', (depth) => {
  it.each(ALL)('turns orientation %d upright', (orientation) => {
    const upright = orient(numbered(depth), orientation);
    const rows = UPRIGHT[orientation];
    expect([upright.width, upright.height]).toEqual([rows[0]?.length, rows.length]);
    expect(Array.from(upright.data)).toEqual(rows.flat().flatMap((n) => [n, n * 10, n + 100, 255]));
  });
});

it('turns images larger than one tile', () => {
  const [width, height] = [150, 70];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([i & 255, i >> 8, 0, 255], i * 4);
  const there = orient({ depth: 8, width, height, data }, 6);
  expect(there).toMatchObject({ width: height, height: width });
  expect(orient(there, 8).data).toEqual(data);
});

it('accepts a view that does not start on a word boundary', () => {
  const backing = new Uint8ClampedArray(1 + 8);
  backing.set([1, 2, 3, 4, 5, 6, 7, 8], 1);
  const view = backing.subarray(1);
  const upright = orient({ depth: 8, width: 2, height: 1, data: view }, 2);
  expect(Array.from(upright.data)).toEqual([5, 6, 7, 8, 1, 2, 3, 4]);
});
