import { toDepth8 } from '@bakkum/raster/depth';
import type { Pixels } from '@bakkum/raster/raster';

/**
 * Pixels as words of red, green, blue, alpha from the low byte up (little-endian, as on all supported platforms). Either alpha is
 * 255 or the word is 0.
 */
export type Picture = { readonly width: number; readonly height: number; readonly words: Uint32Array<ArrayBuffer> };

export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Pixels with at least this alpha are opaque; GIF has no partial transparency. */
const OPAQUE_FROM = 128;

/** `hasMidAlpha`: some pixels were partially transparent. */
export function toPicture(pixels: Pixels): { readonly picture: Picture; readonly hasMidAlpha: boolean } {
  const { width, height, data } = toDepth8(pixels);
  const words = new Uint32Array(data.slice().buffer);
  let hasMidAlpha = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    const alpha = word >>> 24;
    if (alpha === 255) continue;
    if (alpha !== 0) hasMidAlpha = true;
    words[at] = alpha >= OPAQUE_FROM ? word | 0xff000000 : 0;
  }
  return { picture: { width, height, words }, hasMidAlpha };
}

/** Whether a pixel changes from opaque to transparent, which drawing a frame over the other cannot do. */
export function uncovers(before: Picture, after: Picture): boolean {
  return after.words.some((word, at) => word === 0 && before.words[at] !== 0);
}

export function wholeArea({ width, height }: Picture): Area {
  return { x: 0, y: 0, width, height };
}

/** Smallest area with all differing pixels of two images of equal size; `undefined` if they are equal. */
export function differingArea(before: Picture, after: Picture): Area | undefined {
  const { width, height } = after;
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let x = 0;
    while (x < width && before.words[row + x] === after.words[row + x]) x += 1;
    if (x === width) continue;
    let end = width - 1;
    while (end > right && before.words[row + end] === after.words[row + end]) end -= 1;
    left = Math.min(left, x);
    right = Math.max(right, end);
    if (top < 0) top = y;
    bottom = y;
  }
  return top < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Pixels of an area; those equal to `before` become transparent, which compresses better. */
export function pixelsToDraw(picture: Picture, area: Area, before: Picture | undefined): Uint32Array<ArrayBuffer> {
  const drawn = new Uint32Array(area.width * area.height);
  for (let row = 0; row < area.height; row += 1) {
    const from = (area.y + row) * picture.width + area.x;
    const line = picture.words.subarray(from, from + area.width);
    drawn.set(before ? line.map((word, at) => (word === before.words[from + at] ? 0 : word)) : line, row * area.width);
  }
  return drawn;
}
