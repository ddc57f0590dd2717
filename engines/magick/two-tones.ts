import { createPause } from '@bakkum/raster/pause';

/** Pixels of 8 bits: red, green, blue and alpha. */
type Rgba = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray | Uint8Array };

/** Share of an image's variance between its dark and its light pixels from which it has only these two tones. Photos have 0.5 to 0.8. */
const TWO_TONES = 0.85;
const LEVELS = 256;
const MAX = 255;

/**
 * Returns the pixels in black and white. Text and drawings are split where their two tones part (Otsu's method), even if they are
 * pale or on grey paper; anything else gets dots as dense as it is dark (Floyd and Steinberg).
 * Rejects with the signal's reason within about 50 ms of an abort.
 */
export async function inTwoTones(image: Rgba, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = image;
  const pause = createPause(signal);
  const eachRow = async (work: (start: number) => void): Promise<void> => {
    for (let row = 0; row < height; row += 1) {
      work(row * width);
      const waiting = pause();
      if (waiting) await waiting;
    }
  };
  // One more row and pixel, so that the last row can pass on its errors too.
  const grey = new Float32Array(width * (height + 1) + 1);
  const counts = Array.from({ length: LEVELS }, () => 0);
  await eachRow((start) => readRow(image, start, grey, counts));
  const { level, share } = splitOf(counts);
  if (share < TWO_TONES) await eachRow((start) => spreadErrors(grey, start, width));
  const black = share < TWO_TONES ? MAX / 2 : level;
  const result = new Uint8Array(width * height * 4).fill(MAX);
  await eachRow((start) => {
    for (let at = start; at < start + width; at += 1) if ((grey[at] ?? 0) <= black) result.fill(0, at * 4, at * 4 + 3);
  });
  return result;
}

/** Stores the brightness of a row's pixels, and counts them by brightness. */
function readRow({ width, data }: Rgba, start: number, grey: Float32Array, counts: number[]): void {
  for (let at = start; at < start + width; at += 1) {
    const value = Math.round(0.2126 * (data[at * 4] ?? 0) + 0.7152 * (data[at * 4 + 1] ?? 0) + 0.0722 * (data[at * 4 + 2] ?? 0));
    grey[at] = value;
    counts[value] = (counts[value] ?? 0) + 1;
  }
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

/** Rounds each pixel of a row to black or white, and passes the error on to its neighbours. */
function spreadErrors(grey: Float32Array, start: number, width: number): void {
  const last = start + width - 1;
  const add = (at: number, error: number): void => {
    grey[at] = (grey[at] ?? 0) + error;
  };
  for (let at = start; at <= last; at += 1) {
    const value = grey[at] ?? 0;
    const rounded = value > MAX / 2 ? MAX : 0;
    const error = (value - rounded) / 16;
    grey[at] = rounded;
    if (at < last) add(at + 1, error * 7);
    if (at > start) add(at + width - 1, error * 3);
    add(at + width, error * 5);
    if (at < last) add(at + width + 1, error);
  }
}
