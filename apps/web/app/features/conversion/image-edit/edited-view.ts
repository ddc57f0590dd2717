import { type Area, parseArea, writeArea } from '@bakkum/conversion/area';
import type { OptionValues } from '@bakkum/conversion/options';
import type { Size } from '../preview/view-frame.ts';
import { isTurned, swapsSides, type Turn, turnOf } from './turn.ts';

/** Changes of the image that its preview shows directly. */
export type Edit = {
  readonly turn: Turn;
  /** In pixels of the source. */
  readonly crop?: Area | undefined;
};

/** Values of a CSS `matrix()`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export function editOf(options: OptionValues): Edit {
  const { crop } = options;
  return { turn: turnOf(options), crop: typeof crop === 'string' ? parseArea(crop) : undefined };
}

export function isEdited({ turn, crop }: Edit): boolean {
  return isTurned(turn) || crop !== undefined;
}

/** Equal for edits that lead to the same image. */
export function editKey({ turn, crop }: Edit): string {
  return `${turn.rotate} ${turn.flip} ${crop ? writeArea(crop) : ''}`;
}

/** Returns the size of the edited image. */
export function editedSize({ turn, crop }: Edit, image: Size): Size {
  const { width, height } = crop ?? image;
  return swapsSides(turn) ? { width: height, height: width } : { width, height };
}

/** Returns the transform that shows an image of this size edited, centred in a frame and as large as fits. */
export function transformOf(edit: Edit, image: Size, frame: Size): Matrix {
  const { width, height } = editedSize(edit, image);
  const scale = Math.min(frame.width / width, frame.height / height);
  const { x, y, ...part } = edit.crop ?? { x: 0, y: 0, ...image };
  const [a, b, c, d, e, f] = turnMatrix(edit.turn, part);
  const [left, top] = [(frame.width - width * scale) / 2, (frame.height - height * scale) / 2];
  return [a * scale, b * scale, c * scale, d * scale, (e - a * x - c * y) * scale + left, (f - b * x - d * y) * scale + top];
}

/** Returns where an area of the source is in the turned image. */
export function turnedArea({ x, y, width, height }: Area, turn: Turn, image: Size): Area {
  const [a, b, c, d, e, f] = turnMatrix(turn, image);
  const at = (px: number, py: number) => ({ x: a * px + c * py + e, y: b * px + d * py + f });
  return between(at(x, y), at(x + width, y + height));
}

/** Returns where an area of the turned image is in the source. */
export function sourceArea({ x, y, width, height }: Area, turn: Turn, image: Size): Area {
  const [a, b, c, d, e, f] = turnMatrix(turn, image);
  // The inverse of a turn is its transposed matrix.
  const at = (px: number, py: number) => ({ x: a * (px - e) + b * (py - f), y: c * (px - e) + d * (py - f) });
  return between(at(x, y), at(x + width, y + height));
}

type Point = { readonly x: number; readonly y: number };

function between(one: Point, other: Point): Area {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

function turnMatrix({ rotate, flip }: Turn, { width, height }: Size): Matrix {
  const [a, b, c, d, e, f] = rotationOf(rotate, width, height);
  const turned = rotate === '90' || rotate === '270' ? { width: height, height: width } : { width, height };
  if (flip === 'horizontal') return [-a, b, -c, d, turned.width - e, f];
  if (flip === 'vertical') return [a, -b, c, -d, e, turned.height - f];
  return [a, b, c, d, e, f];
}

function rotationOf(rotate: Turn['rotate'], width: number, height: number): Matrix {
  switch (rotate) {
    case '0':
      return [1, 0, 0, 1, 0, 0];
    case '90':
      return [0, 1, -1, 0, height, 0];
    case '180':
      return [-1, 0, 0, -1, width, height];
    case '270':
      return [0, -1, 1, 0, 0, width];
  }
}
