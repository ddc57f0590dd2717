import type { Area } from '@bakkum/conversion/area';
import type { Size } from '../preview/view-frame.ts';

/** Ratios of width to height people look for; `original` is that of the image. */
export const RATIOS = ['free', 'original', '1:1', '4:3', '3:2', '16:9', '9:16'] as const;
export type Ratio = (typeof RATIOS)[number];

/** Edges that move: of a corner two, of a side one. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

export type Step = { readonly x: number; readonly y: number };

/** Returns width divided by height; `undefined` for a free box. */
export function valueOf(ratio: Ratio, image: Size): number | undefined {
  if (ratio === 'free') return undefined;
  if (ratio === 'original') return image.width / image.height;
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}

/** Moves the box, as far as the image goes. */
export function moved({ x, y, width, height }: Area, step: Step, image: Size): Area {
  return {
    x: clamp(Math.round(x + step.x), 0, image.width - width),
    y: clamp(Math.round(y + step.y), 0, image.height - height),
    width,
    height,
  };
}

/** Moves edges of the box; the opposite ones stay. With a ratio, a moved side also changes the length of its neighbours, evenly. */
export function resized(box: Area, handle: Handle, step: Step, image: Size, ratio?: number): Area {
  const across = axisOf(box.x, box.width, image.width, handle.includes('w'), handle.includes('e'));
  const down = axisOf(box.y, box.height, image.height, handle.includes('n'), handle.includes('s'));
  let width = box.width + (handle.includes('w') ? -step.x : handle.includes('e') ? step.x : 0);
  let height = box.height + (handle.includes('n') ? -step.y : handle.includes('s') ? step.y : 0);
  if (ratio !== undefined) {
    width = handle === 'n' || handle === 's' ? height * ratio : handle.length === 1 ? width : Math.max(width, height * ratio);
    width = Math.min(width, across.room, down.room * ratio);
    height = width / ratio;
  }
  const [horizontal, vertical] = [placed(across, width), placed(down, height)];
  return { x: horizontal.at, y: vertical.at, width: horizontal.long, height: vertical.long };
}

/** Returns the largest box with the ratio, with the same centre as far as the image goes. */
export function withRatio({ x, y, width, height }: Area, ratio: number, image: Size): Area {
  const wide = Math.min(image.width, image.height * ratio);
  const size = { width: atLeastOne(wide), height: atLeastOne(wide / ratio) };
  return moved({ x: 0, y: 0, ...size }, { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 }, image);
}

/** Returns the box after one of its numbers was typed; the others give way. */
export function withNumber(box: Area, name: keyof Area, value: number, image: Size, ratio?: number): Area {
  if (name === 'x' || name === 'y') return moved({ ...box, [name]: value }, { x: 0, y: 0 }, image);
  const step = name === 'width' ? { x: value - box.width, y: 0 } : { x: 0, y: value - box.height };
  return resized(box, name === 'width' ? 'e' : 's', step, image, ratio);
}

export function isWhole({ x, y, width, height }: Area, image: Size): boolean {
  return x === 0 && y === 0 && width === image.width && height === image.height;
}

/** The part of an axis the box takes, the edge that stays, and the longest side possible with it. */
type Axis = {
  readonly start: number;
  readonly length: number;
  readonly whole: number;
  readonly stays: 'start' | 'end' | 'middle';
  readonly room: number;
};

function axisOf(start: number, length: number, whole: number, movesStart: boolean, movesEnd: boolean): Axis {
  const middle = start + length / 2;
  if (movesStart) return { start, length, whole, stays: 'end', room: start + length };
  if (movesEnd) return { start, length, whole, stays: 'start', room: whole - start };
  return { start, length, whole, stays: 'middle', room: 2 * Math.min(middle, whole - middle) };
}

/** Where the side of a wanted length lies, and its possible length. */
function placed({ start, length, whole, stays, room }: Axis, wanted: number): { readonly at: number; readonly long: number } {
  const long = clamp(Math.round(wanted), 1, Math.round(stays === 'middle' ? whole : room));
  const at = stays === 'start' ? start : stays === 'end' ? start + length - long : Math.round(start + (length - long) / 2);
  return { at: clamp(at, 0, whole - long), long };
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
