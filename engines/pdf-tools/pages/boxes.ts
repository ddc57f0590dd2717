import { type PDFArray, type PDFDict, PDFNumber, type PDFObject } from '@cantoo/pdf-lib';
import { arrayOf, name, numberOf } from '../document/objects.ts';

/** A rectangle in the units of a page (usually points), from its lower left corner. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Two-dimensional transformation `[a b c d e f]` (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

/** How a page is displayed: its visible box, rotated clockwise by a multiple of 90 degrees. */
export type View = { readonly box: Box; readonly rotation: 0 | 90 | 180 | 270; readonly width: number; readonly height: number };

const LETTER: Box = { x: 0, y: 0, width: 612, height: 792 };

export function viewOf(page: PDFDict): View {
  const media = boxOf(arrayOf(page, 'MediaBox')) ?? LETTER;
  const crop = boxOf(arrayOf(page, 'CropBox'));
  const box = crop ? (intersection(media, crop) ?? media) : media;
  const turned = ((((numberOf(page, 'Rotate') ?? 0) % 360) + 360) % 360) / 90;
  const rotation = turned === 1 ? 90 : turned === 2 ? 180 : turned === 3 ? 270 : 0;
  const isUpright = rotation === 0 || rotation === 180;
  return { box, rotation, width: isUpright ? box.width : box.height, height: isUpright ? box.height : box.width };
}

/** Maps the page as displayed, with its lower left corner at 0, 0, to the coordinates of its content. */
export function fromView({ box: { x, y, width, height }, rotation }: View): Matrix {
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, x, y];
    case 90:
      return [0, 1, -1, 0, x + width, y];
    case 180:
      return [-1, 0, 0, -1, x + width, y + height];
    case 270:
      return [0, -1, 1, 0, x, y + height];
  }
}

/** Maps the coordinates of the content to the page as displayed. */
export function toView(view: View): Matrix {
  return inverse(fromView(view));
}

/** Applies `first`, then `then`. */
export function chain(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = then;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** The box around a transformed box. */
export function transformed({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ].map(([across = 0, up = 0]) => [a * across + c * up + e, b * across + d * up + f] as const);
  const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom };
}

export function intersection(one: Box, other: Box): Box | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** A rectangle of four numbers, in any order of corners; `undefined` if it is invalid or has no area. */
export function boxOf(array: PDFArray | undefined): Box | undefined {
  const [x1, y1, x2, y2] = numbersOf(array);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  return box.width > 0 && box.height > 0 ? box : undefined;
}

export function numbersOf(array: PDFArray | undefined): readonly number[] {
  const count = array?.size() ?? 0;
  return Array.from({ length: count }, (_, at): PDFObject | undefined => array?.lookup(at)).flatMap((value) =>
    value instanceof PDFNumber ? [value.asNumber()] : [],
  );
}

export function setBox(page: PDFDict, key: string, { x, y, width, height }: Box): void {
  page.set(name(key), page.context.obj([x, y, x + width, y + height].map(rounded)));
}

/** A number as PDF writes it. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export const written = (numbers: readonly number[]): string => numbers.map((value) => String(rounded(value))).join(' ');
