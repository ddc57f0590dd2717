import { cropped, type GreyImage, onPaper, type PixelBox, scaled } from './grey-image.ts';
import type { ReadWord } from './tesseract.ts';

/** Letters of this height, in pixels, are recognized best. */
const GOOD_LETTER = 30;
const MIN_LETTER = 18;
const MAX_LETTER = 60;

/** Adds a margin, because letters can extend slightly beyond the detected ink. */
export function padded({ left, top, right, bottom }: PixelBox, letter: number): PixelBox {
  const pad = Math.round(letter * 0.08);
  return { left: left - pad, top: top - pad, right: right + pad, bottom: bottom + pad };
}

/** How a line is resized to a height that is read well, and its margin in pixels. */
function fitOf({ top, bottom }: PixelBox): { readonly zoom: number; readonly margin: number } {
  const height = bottom - top;
  const zoom = height < MIN_LETTER || height > MAX_LETTER * 1.5 ? (GOOD_LETTER * 1.4) / height : 1;
  return { zoom, margin: Math.max(6, Math.round(height * zoom * 0.2)) };
}

/** The image of a line, at a size that is read well and with a margin. */
export function lineOf(image: GreyImage, box: PixelBox): GreyImage {
  const { zoom, margin } = fitOf(box);
  const right = Math.max(1, Math.round((box.right - box.left) * zoom));
  const bottom = Math.max(1, Math.round((box.bottom - box.top) * zoom));
  return cropped(onPaper(scaled(cropped(image, box, 0), zoom)), { left: 0, top: 0, right, bottom }, margin);
}

/** Words of a line in pixels of the page. */
export function onPage(words: readonly ReadWord[], box: PixelBox): readonly ReadWord[] {
  const { zoom, margin } = fitOf(box);
  return words.map((word) => ({
    ...word,
    left: (word.left - margin) / zoom + box.left,
    right: (word.right - margin) / zoom + box.left,
    top: (word.top - margin) / zoom + box.top,
    bottom: (word.bottom - margin) / zoom + box.top,
  }));
}
