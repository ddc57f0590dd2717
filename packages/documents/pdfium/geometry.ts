import type { Matrix } from './matrix.ts';
import type { Pdfium } from './program.ts';

/** In points from the top left corner of the page. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export type Point = { readonly x: number; readonly y: number };

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Bounding box of a transformed rectangle. */
export function boxAround(matrix: Matrix, left: number, bottom: number, right: number, top: number): Box {
  const corners = [
    apply(matrix, left, bottom),
    apply(matrix, right, bottom),
    apply(matrix, left, top),
    apply(matrix, right, top),
  ];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Maps page coordinates to points from the top left of the displayed page, including its rotation. */
export function pageMatrix(pdfium: Pdfium, page: number): Matrix {
  const { call, scratch } = pdfium;
  call.FPDF_GetPageBoundingBox(page, scratch);
  const view = pdfium.view();
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => view.getFloat32(scratch + at, true));
  switch (call.FPDFPage_GetRotation(page)) {
    case 1:
      return [0, 1, 1, 0, -bottom, -left];
    case 2:
      return [-1, 0, 0, 1, right, -bottom];
    case 3:
      return [0, -1, -1, 0, top, right];
    default:
      return [1, 0, 0, -1, -left, top];
  }
}
