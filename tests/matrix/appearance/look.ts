/** A rendered page, image or frame: red, green and blue of every pixel, row by row. */
export type Look = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** Difference from white at which a pixel counts as ink. */
const INK = 48;
/** Shares of inked pixels below this say little about a page. */
const LITTLE_INK = 0.002;
/** A result with a fifth of the native ink has lost something; five times the ink on much of the page hides something. */
const FACTOR = 5;
const MUCH_INK = 0.3;
/** Distance of mean ink colors, of at most 441. */
const COLOR_DISTANCE = 90;
/** Difference of the largest and smallest channel from which a pixel has a hue. */
const SATURATED = 64;
/** Share of ink with a hue from which hues are compared, and the difference of their shares, of at most 2. */
const COLORFUL = 0.2;
const HUE_DISTANCE = 0.8;
const HUES = 6;

/** Side in pixels of the fields whose brightness is compared, and how many a small image has per side. */
const FIELD = 16;
const MIN_FIELDS = 4;
/** Difference between the brightest and the darkest field, of at most 255, from which an image shows anything. */
const FLAT = 12;
/** Correlation of the brightness of fields. Black and white text has other tones than the source, but dark fields stay darker. */
const CORRELATION = 0.3;
const HALF_BRIGHTNESS = 128;

/**
 * Describes how a result looks different from the native rendering: much less or much more ink, or other colors. Only what a visitor
 * notices at first sight; fonts and positions may differ.
 * @param kind `dots`: the format has black and white only, so only dark and light fields are compared
 */
export function lookFaults(ours: Look, native: Look, kind: 'colors' | 'dots' = 'colors'): readonly string[] {
  if (kind === 'dots') return brightnessFaults(ours, native);
  const [mine, theirs] = [inkOf(ours), inkOf(native)];
  if (theirs.share >= LITTLE_INK && mine.share < theirs.share / FACTOR) return ['almost nothing of it is drawn'];
  if (mine.share > MUCH_INK && mine.share > theirs.share * FACTOR) return ['much more is drawn than natively'];
  if (mine.share < LITTLE_INK || theirs.share < LITTLE_INK) return [];
  const isFar = distance(mine.mean, theirs.mean) > COLOR_DISTANCE;
  const isColorful = Math.max(mine.colorful, theirs.colorful) > COLORFUL;
  return isFar || (isColorful && hueDistance(mine.hues, theirs.hues) > HUE_DISTANCE) ? ['other colors than natively'] : [];
}

/** Whether all pages of a result are blank, but not all of the native rendering. */
export function isBlankOnly(ours: readonly Look[], native: readonly Look[]): boolean {
  return native.some((page) => inkOf(page).share >= LITTLE_INK) && ours.every((page) => inkOf(page).share < LITTLE_INK / FACTOR);
}

function brightnessFaults(ours: Look, native: Look): readonly string[] {
  const sizes = [Math.min(ours.width, native.width), Math.min(ours.height, native.height)];
  const [columns = 1, rows = 1] = sizes.map((size) => Math.min(size, Math.max(MIN_FIELDS, Math.round(size / FIELD))));
  const [mine, theirs] = [ours, native].map((look) => spreadOf(brightnessOf(look, columns, rows)));
  if (!mine || !theirs) return [];
  if (theirs.range < FLAT)
    return Math.abs(mine.mean - theirs.mean) > HALF_BRIGHTNESS ? ['black instead of white, or white instead of black'] : [];
  if (mine.range < FLAT / FACTOR) return ['almost nothing of it is drawn'];
  const product = mine.offsets.reduce((sum, offset, index) => sum + offset * (theirs.offsets[index] ?? 0), 0);
  const correlation = product / mine.offsets.length / (mine.deviation * theirs.deviation);
  return correlation < CORRELATION ? ['dark and light in other places than natively'] : [];
}

/** Returns the mean brightness, 0 to 255, of the fields of a grid. */
function brightnessOf({ width, height, pixels }: Look, columns: number, rows: number): readonly number[] {
  const sums = new Float64Array(columns * rows);
  const counts = new Uint32Array(columns * rows);
  for (let at = 0; at < width * height; at += 1) {
    const column = Math.floor(((at % width) * columns) / width);
    const field = Math.floor((Math.floor(at / width) * rows) / height) * columns + column;
    const [r = 0, g = 0, b = 0] = pixels.subarray(at * 3, at * 3 + 3);
    sums[field] = (sums[field] ?? 0) + 0.2126 * r + 0.7152 * g + 0.0722 * b;
    counts[field] = (counts[field] ?? 0) + 1;
  }
  return Array.from(sums, (sum, field) => sum / Math.max(1, counts[field] ?? 0));
}

function spreadOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const offsets = values.map((value) => value - mean);
  const deviation = Math.sqrt(offsets.reduce((sum, offset) => sum + offset ** 2, 0) / values.length);
  return { mean, offsets, deviation, range: Math.max(...values) - Math.min(...values) };
}

type Ink = {
  /** Share of all pixels. */
  readonly share: number;
  readonly mean: readonly number[];
  /** Share of inked pixels that have a hue. */
  readonly colorful: number;
  /** Shares of red, yellow, green, cyan, blue and magenta among pixels with a hue. */
  readonly hues: readonly number[];
};

function inkOf({ width, height, pixels }: Look): Ink {
  const sums = [0, 0, 0];
  const hues = Array.from({ length: HUES }, () => 0);
  let [inked, colorful] = [0, 0];
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    if (255 - Math.min(r, g, b) < INK) continue;
    inked += 1;
    for (const [channel, value] of [r, g, b].entries()) sums[channel] = (sums[channel] ?? 0) + value;
    if (Math.max(r, g, b) - Math.min(r, g, b) < SATURATED) continue;
    colorful += 1;
    const hue = hueOf(r, g, b);
    hues[hue] = (hues[hue] ?? 0) + 1;
  }
  return {
    share: inked / Math.max(1, width * height),
    mean: sums.map((sum) => sum / Math.max(1, inked)),
    colorful: colorful / Math.max(1, inked),
    hues: hues.map((count) => count / Math.max(1, colorful)),
  };
}

/** The nearest of six hues, 0 for red. */
function hueOf(r: number, g: number, b: number): number {
  const max = Math.max(r, g, b);
  const range = max - Math.min(r, g, b);
  const sector = max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return (Math.round(sector) + HUES) % HUES;
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)));
}

/** Hues next to each other count as half different. */
function hueDistance(one: readonly number[], other: readonly number[]): number {
  const blurred = (hues: readonly number[]): readonly number[] =>
    hues.map((share, index) => share / 2 + ((hues[(index + 1) % HUES] ?? 0) + (hues[(index + HUES - 1) % HUES] ?? 0)) / 4);
  const [a, b] = [blurred(one), blurred(other)];
  return a.reduce((sum, share, index) => sum + Math.abs(share - (b[index] ?? 0)), 0);
}

/** Parses a binary Netpbm pixmap with 8 bits per channel. */
export function parsePpm(bytes: Uint8Array): Look {
  const head = /^P6\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 128)));
  if (!head) throw new TypeError('not a pixmap');
  const [all, width, height] = head;
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(all.length) };
}
