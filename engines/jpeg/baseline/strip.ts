import type { Pixels } from '@bakkum/raster/raster';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** Rows that are encoded together, as luma and two color differences, all around zero. */
export type Strip = {
  readonly planes: readonly [Int16Array, Int16Array, Int16Array];
  readonly width: number;
  readonly rows: number;
};

export function newStrip(width: number, rows: number): Strip {
  const plane = (): Int16Array => new Int16Array(width * rows);
  return { planes: [plane(), plane(), plane()], width, rows };
}

/** Fills a strip from a row of the image on. Right of the image and below it, its edge is repeated. */
export function fillStrip({ planes, width, rows }: Strip, image: Pixels8, firstRow: number): void {
  for (let row = 0; row < rows; row += 1) {
    const from = Math.min(image.height - 1, firstRow + row) * image.width * 4;
    const [start, end] = [row * width, row * width + image.width];
    convertRow(image.data, from, planes, start, end);
    for (const plane of planes) plane.fill(plane[end - 1] ?? 0, end, start + width);
  }
}

/** Converts RGBA to YCbCr as JFIF defines it, in fixed point with 16 fraction bits. */
function convertRow(rgba: Uint8ClampedArray, from: number, [luma, blue, red]: Strip['planes'], start: number, end: number): void {
  let pixel = from;
  for (let at = start; at < end; at += 1) {
    const r = rgba[pixel] ?? 0;
    const g = rgba[pixel + 1] ?? 0;
    const b = rgba[pixel + 2] ?? 0;
    pixel += 4;
    luma[at] = ((19_595 * r + 38_470 * g + 7471 * b + 32_768) >> 16) - 128;
    blue[at] = (32_768 * b - 11_059 * r - 21_709 * g + 32_767) >> 16;
    red[at] = (32_768 * r - 27_439 * g - 5329 * b + 32_767) >> 16;
  }
}

/**
 * Halves the width of a plane, and its height if `down` is 2, by averaging. Rounds alternately down and up, so that colors do not drift.
 */
export function halvePlane(plane: Int16Array, { width, rows }: Strip, down: 1 | 2, to: Int16Array): void {
  const half = width / 2;
  for (let row = 0; row < rows / down; row += 1)
    halveRow(plane, row * down * width, down === 2 ? width : 0, to, row * half, half);
}

/** @param below distance to the second row, or 0 */
function halveRow(plane: Int16Array, from: number, below: number, to: Int16Array, start: number, width: number): void {
  for (let column = 0; column < width; column += 1) {
    const at = from + 2 * column;
    const upper = (plane[at] ?? 0) + (plane[at + 1] ?? 0);
    const lower = (plane[at + below] ?? 0) + (plane[at + below + 1] ?? 0);
    to[start + column] = below > 0 ? (upper + lower + 1 + (column & 1)) >> 2 : (upper + (column & 1)) >> 1;
  }
}

/** Copies 8 × 8 samples. Returns the sum of their squares. */
export function copyBlock(plane: Int16Array, from: number, width: number, block: Float64Array): number {
  let squares = 0;
  let row = from;
  for (let to = 0; to < 64; to += 8) {
    for (let column = 0; column < 8; column += 1) {
      const sample = plane[row + column] ?? 0;
      block[to + column] = sample;
      squares += sample * sample;
    }
    row += width;
  }
  return squares;
}
