import type { Pixels } from './raster.ts';

/** Exif orientation, tag 0x0112: 1 is upright, 6 needs a clockwise quarter turn. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Returns whether the orientation swaps width and height. */
export function swapsSides(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** Rotates and mirrors pixels upright. Returns the same object for orientation 1. */
export function orient(pixels: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return pixels;
  const walk = walkOf(orientation, pixels.width, pixels.height);
  const [width, height] = swapsSides(orientation) ? [pixels.height, pixels.width] : [pixels.width, pixels.height];
  if (pixels.depth === 8) {
    const data = new Uint8ClampedArray(pixels.data.length);
    copy(wordsOf(pixels.data), new Uint32Array(data.buffer), width, height, walk, 1);
    return { depth: 8, width, height, data };
  }
  const data = new Uint16Array(pixels.data.length);
  copy(wordsOf(pixels.data), new Uint32Array(data.buffer), width, height, walk, 2);
  return { depth: 16, width, height, data };
}

/** Source index of the first pixel of the upright image, and the steps to its right and lower neighbours. */
type Walk = { readonly start: number; readonly right: number; readonly down: number };

function walkOf(orientation: Orientation, width: number, height: number): Walk {
  const last = width * height - 1;
  const bottom = last - (width - 1);
  switch (orientation) {
    case 1:
      return { start: 0, right: 1, down: width };
    case 2:
      return { start: width - 1, right: -1, down: width };
    case 3:
      return { start: last, right: -1, down: -width };
    case 4:
      return { start: bottom, right: 1, down: -width };
    case 5:
      return { start: 0, right: width, down: 1 };
    case 6:
      return { start: bottom, right: -width, down: 1 };
    case 7:
      return { start: last, right: -width, down: -1 };
    case 8:
      return { start: width - 1, right: width, down: -1 };
  }
}

/** Size of the square copied at a time: walking a column of a 12-megapixel image would miss the cache at every pixel. */
const TILE = 64;

function copy(source: Uint32Array, target: Uint32Array, width: number, height: number, walk: Walk, words: 1 | 2): void {
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(left + TILE, width);
      const bottom = Math.min(top + TILE, height);
      for (let y = top; y < bottom; y++) {
        const from = walk.start + y * walk.down + left * walk.right;
        const to = y * width + left;
        if (words === 1) copyRun(source, from, walk.right, target, to, right - left);
        else copyWideRun(source, from * 2, walk.right * 2, target, to * 2, right - left);
      }
    }
  }
}

function copyRun(source: Uint32Array, from: number, step: number, target: Uint32Array, to: number, count: number): void {
  for (let i = 0; i < count; i++) target[to + i] = source[from + i * step] ?? 0;
}

function copyWideRun(source: Uint32Array, from: number, step: number, target: Uint32Array, to: number, count: number): void {
  for (let i = 0; i < count; i++) {
    target[to + i * 2] = source[from + i * step] ?? 0;
    target[to + i * 2 + 1] = source[from + i * step + 1] ?? 0;
  }
}

function wordsOf(data: Uint8ClampedArray<ArrayBuffer> | Uint16Array<ArrayBuffer>): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
