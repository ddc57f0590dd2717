import type { GreyImage } from './grey-image.ts';

/** Ink of an image: 1 for ink, 0 for paper. */
export type InkMap = { readonly width: number; readonly height: number; readonly ink: Uint8Array<ArrayBuffer> };

/** Side of the neighbourhood relative to the image's larger side: a few letters. */
const WINDOW_SHARE = 1 / 50;
const MIN_WINDOW = 15;
/** Sauvola and Pietikäinen, "Adaptive document image binarization" (2000): weight and range of the standard deviation. */
const WEIGHT = 0.25;
const RANGE = 128;
/** Contrast below this is paper grain. */
const MIN_CONTRAST = 12;

/** Separates ink from paper by the brightness around each pixel, so that shadows of a photographed page stay paper. */
export function inkOf({ width, height, data }: GreyImage): InkMap {
  const ink = new Uint8Array(data.length);
  const reach = Math.max(MIN_WINDOW, Math.round(Math.max(width, height) * WINDOW_SHARE)) >> 1;
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const add = (y: number, sign: 1 | -1): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const value = data[at] ?? 0;
      sums[x] = (sums[x] ?? 0) + sign * value;
      squares[x] = (squares[x] ?? 0) + sign * value * value;
    }
  };
  for (let y = 0; y < Math.min(reach, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + reach < height) add(y + reach, 1);
    if (y - reach - 1 >= 0) add(y - reach - 1, -1);
    const rows = Math.min(height - 1, y + reach) - Math.max(0, y - reach) + 1;
    markRow({ width, data, ink, sums, squares, reach }, y, rows);
  }
  return { width, height, ink };
}

type Row = {
  readonly width: number;
  readonly data: Uint8Array;
  readonly ink: Uint8Array;
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  readonly reach: number;
};

function markRow({ width, data, ink, sums, squares, reach }: Row, y: number, rows: number): void {
  let [sum, square] = [0, 0];
  const add = (x: number, sign: 1 | -1): void => {
    sum += sign * (sums[x] ?? 0);
    square += sign * (squares[x] ?? 0);
  };
  for (let x = 0; x < Math.min(reach, width); x++) add(x, 1);
  for (let x = 0, at = y * width; x < width; x++, at++) {
    if (x + reach < width) add(x + reach, 1);
    if (x - reach - 1 >= 0) add(x - reach - 1, -1);
    const count = rows * (Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1);
    const mean = sum / count;
    const value = data[at] ?? 0;
    // Most of a page is paper, which needs no square root.
    if (value >= mean - MIN_CONTRAST) continue;
    const deviation = Math.sqrt(Math.max(0, square / count - mean * mean));
    if (value < mean * (1 + WEIGHT * (deviation / RANGE - 1))) ink[at] = 1;
  }
}
