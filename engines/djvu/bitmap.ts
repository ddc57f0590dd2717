/** A bilevel image with one byte per pixel and a border of empty pixels; rows bottom-up, as the format counts them. */
export type Bitmap = {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
  /** Bytes from one row to the next above. */
  readonly stride: number;
};

/** Rows and columns beyond the edge that may be read as context. */
const EDGE = 3;
const MAX_DOTS = 400_000_000;

/** Errors: `RangeError` for an impossible page size. */
export function createBitmap(width: number, height: number): Bitmap {
  if (!(width >= 0 && height >= 0 && (width + 2 * EDGE) * (height + 2 * EDGE) <= MAX_DOTS))
    throw new RangeError(`a bitmap of ${width}x${height}`);
  const stride = width + 2 * EDGE;
  return { width, height, stride, dots: new Uint8Array(stride * (height + 2 * EDGE)) };
}

/** Offset of the first pixel of a row; rows and columns just outside the image exist as well. */
export function rowStart({ stride }: Bitmap, row: number): number {
  return (row + EDGE) * stride + EDGE;
}

/** Bounding box of the ink, inclusive. */
export type Box = { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number };

export function inkBox(bitmap: Bitmap): Box {
  const { width, height, dots } = bitmap;
  let [left, right, bottom, top] = [width, 0, height, 0];
  for (let row = 0; row < height; row += 1) {
    const start = rowStart(bitmap, row);
    for (let column = 0; column < width; column += 1) {
      if (dots[start + column] !== 1) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      bottom = Math.min(bottom, row);
      top = row;
    }
  }
  return { left, right, bottom, top };
}
