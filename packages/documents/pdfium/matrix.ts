import type { Pdfium } from './program.ts';

/** A PDF matrix: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Applies `inner` first, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Reads an FS_MATRIX that PDFium wrote at `at`. */
export function readMatrix(pdfium: Pdfium, at: number): Matrix {
  const view = pdfium.view();
  const number = (index: number): number => view.getFloat32(at + index * 4, true);
  return [number(0), number(1), number(2), number(3), number(4), number(5)];
}

/** The matrix of an object on a page or in a form. */
export function matrixOf(pdfium: Pdfium, object: number): Matrix {
  const { call, scratch } = pdfium;
  return call.FPDFPageObj_GetMatrix(object, scratch) === 0 ? [1, 0, 0, 1, 0, 0] : readMatrix(pdfium, scratch);
}
