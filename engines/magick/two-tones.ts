/** Pixels of 8 bits: red, green, blue and alpha. */
type Rgba = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray | Uint8Array };

/** Share of an image's variance between its dark and its light pixels from which it has only these two tones. Photos have 0.5 to 0.8. */
const TWO_TONES = 0.85;
const LEVELS = 256;
const MAX = 255;

/**
 * Returns the pixels in black and white. Text and drawings are split where their two tones part (Otsu's method), even if they are
 * pale or on grey paper; anything else gets dots as dense as it is dark (Floyd and Steinberg).
 */
export function inTwoTones({ width, height, data }: Rgba): Uint8Array<ArrayBuffer> {
  const grey = new Float32Array(width * height);
  const counts = Array.from({ length: LEVELS }, () => 0);
  for (let at = 0; at < grey.length; at += 1) {
    const [red, green, blue] = [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0];
    const value = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    grey[at] = value;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const { level, share } = splitOf(counts);
  if (share < TWO_TONES) spreadErrors(grey, width);
  const black = share < TWO_TONES ? MAX / 2 : level;
  const result = new Uint8Array(grey.length * 4);
  for (const [at, value] of grey.entries()) {
    result.fill(value > black ? MAX : 0, at * 4, at * 4 + 3);
    result[at * 4 + 3] = MAX;
  }
  return result;
}

/** Returns the level that separates dark from light pixels best, and the share of the variance that is between the two. */
function splitOf(counts: readonly number[]): { readonly level: number; readonly share: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, value) => sum + count * value, 0) / total;
  const variance = counts.reduce((sum, count, value) => sum + count * (value - mean) ** 2, 0) / total;
  if (!(variance > 0)) return { level: MAX / 2, share: 1 };
  let [dark, darkSum, best, level] = [0, 0, 0, MAX / 2];
  for (const [value, count] of counts.entries()) {
    dark += count;
    darkSum += count * value;
    if (count === 0 || dark === total) continue;
    const between = (mean * dark - darkSum) ** 2 / (dark * (total - dark));
    if (between > best) [best, level] = [between, value];
  }
  return { level, share: best / variance };
}

/** Rounds each pixel to black or white, and passes the error on to its neighbours. */
function spreadErrors(grey: Float32Array, width: number): void {
  const add = (at: number, error: number): void => {
    if (at < grey.length) grey[at] = (grey[at] ?? 0) + error;
  };
  for (let at = 0; at < grey.length; at += 1) {
    const value = grey[at] ?? 0;
    const rounded = value > MAX / 2 ? MAX : 0;
    const error = (value - rounded) / 16;
    grey[at] = rounded;
    const column = at % width;
    if (column + 1 < width) add(at + 1, error * 7);
    if (column > 0) add(at + width - 1, error * 3);
    add(at + width, error * 5);
    if (column + 1 < width) add(at + width + 1, error);
  }
}
