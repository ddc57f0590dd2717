import { type GreyImage, WHITE } from './grey-image.ts';
import type { InkMap } from './threshold.ts';

/** A page with fewer specks per pixel is clean, and its image stays as it is. */
const MANY = 1 / 5000;
/** Specks have one pixel, or two by two on pages with a longer side in pixels: A4 at 250 dpi. Dots of small letters are larger. */
const FINE_SIDE = 2900;

/**
 * Removes specks from a page that is full of them, such as a fax or a copy of a copy, because each would be read as a dot or a dash.
 * Changes the ink map.
 */
export function withoutSpecks(image: GreyImage, map: InkMap): GreyImage {
  const { width, height, ink } = map;
  const size = Math.max(width, height) >= FINE_SIDE ? 2 : 1;
  const specks: number[] = [];
  for (let y = 1; y < height - size; y++)
    for (let x = 1, at = y * width + 1; x < width - size; x++, at++) if (isSpeck(ink, width, at, size)) specks.push(at);
  if (specks.length < MANY * ink.length) return image;
  const data = image.data.slice();
  for (const at of specks) {
    const paper = brightestAround(image.data, width, at);
    for (let down = 0; down < size; down++) {
      const row = at + down * width;
      ink.fill(0, row, row + size);
      data.fill(paper, row, row + size);
    }
  }
  return { ...image, data };
}

/** Whether ink begins in the square of this size, and only paper surrounds it. */
function isSpeck(ink: Uint8Array, width: number, at: number, size: number): boolean {
  if (ink[at] !== 1 && (size === 1 || ink[at + 1] !== 1)) return false;
  const below = at + size * width;
  for (let x = -1; x <= size; x++) if (ink[at - width + x] === 1 || ink[below + x] === 1) return false;
  for (let row = at; row < below; row += width) if (ink[row - 1] === 1 || ink[row + size] === 1) return false;
  return true;
}

/** The paper beside a speck, which is gray in a shadow. */
function brightestAround(data: Uint8Array, width: number, at: number): number {
  const [above, left] = [data[at - width] ?? WHITE, data[at - 1] ?? WHITE];
  return Math.max(above, left);
}
