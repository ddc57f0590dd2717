/** More pixels per inch make recognition slower, not better; fewer are enlarged, because small letters are read badly. */
const MAX_DPI = 300;
const MIN_DPI = 150;
/** Longer side of a page, in points, that is read at the maximum. Images without a resolution can be pages of several metres. */
const LONG_SIDE = 1200;

/** Returns the resolution at which a scan is drawn to be read. @param density pixels per inch of its image; sizes are in points */
export function scanResolution(density: number, width: number, height: number): number {
  const wanted = Math.min(MAX_DPI, Math.max(MIN_DPI, density));
  return Math.min(wanted, (MAX_DPI * LONG_SIDE) / Math.max(width, height));
}
