import type { Plane } from './wavelet-codec.ts';

const BLOCK = 32;
const COEFFICIENTS = BLOCK * BLOCK;
/** Values are scaled by 64. */
const EXTRA_BITS = 6;

/** Position of a coefficient within its block: bits of its index alternate between column and row, coarsest first. */
const PLACES = Array.from({ length: COEFFICIENTS }, (_, number) => {
  let [x, y] = [0, 0];
  for (let bit = 0; bit < 5; bit += 1) {
    x |= ((number >> (2 * bit)) & 1) << (4 - bit);
    y |= ((number >> (2 * bit + 1)) & 1) << (4 - bit);
  }
  return { x, y };
});

/**
 * Computes the values of a plane, -128 to 127, rows bottom-up. With `isHalved`, the plane was coded at half its size and each
 * value covers four pixels.
 */
export function valuesOf(plane: Plane, isHalved: boolean): Int8Array {
  const { width, height, columns, blocks } = plane;
  const stride = columns * BLOCK;
  const rows = blocks.length / COEFFICIENTS / columns || 0;
  const field = new Int32Array(stride * rows * BLOCK);
  for (let block = 0; block < columns * rows; block += 1) {
    const start = Math.floor(block / columns) * BLOCK * stride + (block % columns) * BLOCK;
    PLACES.forEach(({ x, y }, number) => {
      field[start + y * stride + x] = blocks[block * COEFFICIENTS + number] ?? 0;
    });
  }
  for (let scale = 16; scale >= (isHalved ? 2 : 1); scale >>= 1) {
    for (let x = 0; x < width; x += scale) lift(field, x, stride * scale, Math.floor((height - 1) / scale) + 1);
    for (let y = 0; y < height; y += scale) lift(field, y * stride, scale, Math.floor((width - 1) / scale) + 1);
  }
  const values = new Int8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = isHalved ? (y & ~1) * stride + (x & ~1) : y * stride + x;
      const value = ((field[at] ?? 0) + (1 << (EXTRA_BITS - 1))) >> EXTRA_BITS;
      values[y * width + x] = Math.max(-128, Math.min(127, value));
    }
  }
  return values;
}

/** Applies the lifting steps to one line in place: even values are updated from their odd neighbours, then odd from even. */
function lift(field: Int32Array, start: number, step: number, count: number): void {
  const at = (index: number): number => (index >= 0 && index < count ? (field[start + index * step] ?? 0) : 0);
  for (let index = 0; index < count; index += 2) {
    const near = at(index - 1) + at(index + 1);
    const far = at(index - 3) + at(index + 3);
    const place = start + index * step;
    field[place] = (field[place] ?? 0) - ((9 * near - far + 16) >> 5);
  }
  for (let index = 1; index < count; index += 2) {
    const place = start + index * step;
    field[place] = (field[place] ?? 0) + between(at, index, count);
  }
}

/** Interpolates between four neighbours, or two near the ends. */
function between(at: (index: number) => number, index: number, count: number): number {
  const before = at(index - 1);
  if (index >= 3 && index + 3 < count) return (9 * (before + at(index + 1)) - (at(index - 3) + at(index + 3)) + 8) >> 4;
  return (before + (index + 1 < count ? at(index + 1) : before) + 1) >> 1;
}
