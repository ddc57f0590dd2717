/** `[a b c d tx ty]` in PostScript notation: x' = a x + c y + tx. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `first`, then `second`. */
export function concat(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, x, y] = first;
  const [e, f, g, h, u, v] = second;
  return [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h, x * e + y * g + u, x * f + y * h + v];
}

/** The inverse matrix; `undefined` if there is none. */
export function inverse([a, b, c, d, x, y]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-20 || !Number.isFinite(determinant)) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * y - d * x) / determinant,
    (b * x - a * y) / determinant,
  ];
}

export function apply([a, b, c, d, tx, ty]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + tx, b * x + d * y + ty];
}

export function applyDelta([a, b, c, d]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y, b * x + d * y];
}

export function isMatrix(values: readonly number[] | undefined): values is Matrix {
  return values?.length === 6;
}

/** The mean scale factor of lengths. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Whether it preserves angles, so that lines keep the same width in every direction. */
export function keepsAngles([a, b, c, d]: Matrix): boolean {
  const size = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)) * 1e-3;
  return (Math.abs(a - d) < size && Math.abs(b + c) < size) || (Math.abs(a + d) < size && Math.abs(b - c) < size);
}
