/** Resolution at which Tesseract is most accurate, in pixels per inch. */
const BEST_DPI = 300;
/** Longer side of a page, in points, that is read at this resolution. Images without a resolution can be pages of several metres. */
const LONG_SIDE = 1200;

/** Returns the resolution at which a page of this size, in points, is drawn to be read. */
export function scanResolution(width: number, height: number): number {
  return Math.min(BEST_DPI, (BEST_DPI * LONG_SIDE) / Math.max(width, height));
}
