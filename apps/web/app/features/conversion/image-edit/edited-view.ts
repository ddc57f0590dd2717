import type { OptionValues } from '@bakkum/conversion/options';
import type { Size } from '../preview/view-frame.ts';
import { isTurned, swapsSides, type Turn, turnOf } from './turn.ts';

/** Changes of the image that its preview shows directly. */
export type Edit = { readonly turn: Turn };

/** Values of a CSS `matrix()`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export function editOf(options: OptionValues): Edit {
  return { turn: turnOf(options) };
}

export function isEdited({ turn }: Edit): boolean {
  return isTurned(turn);
}

/** Equal for edits that lead to the same image. */
export function editKey({ turn }: Edit): string {
  return `${turn.rotate} ${turn.flip}`;
}

/** Returns the size of the edited image. */
export function editedSize({ turn }: Edit, { width, height }: Size): Size {
  return swapsSides(turn) ? { width: height, height: width } : { width, height };
}

/** Returns the transform that shows an image of this size edited, centred in a frame and as large as fits. */
export function transformOf(edit: Edit, image: Size, frame: Size): Matrix {
  const { width, height } = editedSize(edit, image);
  const scale = Math.min(frame.width / width, frame.height / height);
  const [a, b, c, d, e, f] = turnMatrix(edit.turn, image);
  const [left, top] = [(frame.width - width * scale) / 2, (frame.height - height * scale) / 2];
  return [a * scale, b * scale, c * scale, d * scale, e * scale + left, f * scale + top];
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
