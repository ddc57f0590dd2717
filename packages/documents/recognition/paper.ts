import type { GreyImage } from './grey-image.ts';

/** Brightness levels around the most common one that count as the same background. */
const REACH = 20;
/** Minimum share of background pixels: for any background, and for one that is bright or dark enough for letters to stand out. */
const MOSTLY = 0.6;
const PARTLY = 0.35;
const BRIGHT = 170;
const DARK = 60;

/**
 * Returns whether an image has the even background of a page or a screenshot. Most photos do not: their most common brightness is in
 * the middle of the range and covers a small part. Thresholds were measured on the photos and scans of our tests. A photo of a page in
 * bad light may not be recognized.
 */
export function looksLikePage({ data }: GreyImage): boolean {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const around = (middle: number): number =>
    counts.subarray(Math.max(0, middle - REACH), middle + REACH + 1).reduce((sum, count) => sum + count, 0);
  let background = 0;
  for (let level = 1; level < 256; level++) if (around(level) > around(background)) background = level;
  const share = around(background) / Math.max(1, data.length);
  return share >= MOSTLY || (share >= PARTLY && (background >= BRIGHT || background <= DARK));
}
