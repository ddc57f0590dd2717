import { nearestOf, type Palette, paletteOf, premultiply } from './color-palette.ts';
import { createPause, type Pause } from './pause.ts';
import type { Pixels } from './raster.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** Part of an error that is passed on to neighbors. With less than all of it, flat areas get no specks. */
const DIFFUSION = 0.8;
/** Errors up to this are not visible, and passing them on would only make the file larger. */
const INVISIBLE = 2;

/**
 * Replaces the colors of an image by at most `limit` of them: a palette from variance-based median cut, refined by k-means, and
 * Floyd–Steinberg error diffusion. Colors are compared by the larger of their differences on black and on white, so that
 * transparency counts by how visible it is. Opaque pixels stay opaque and transparent ones transparent. Changes the pixels
 * in place. Images with few enough colors keep them.
 *
 * @param limit from 2 to 256
 */
export async function reduceColors({ data, width }: Pixels8, limit: number, signal: AbortSignal): Promise<void> {
  const words = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  const hasTransparent = clearTransparent(words);
  if (!hasMoreColors(words, limit)) return;
  const pause = createPause(signal);
  const palette = await paletteOf(words, hasTransparent ? limit - 1 : limit, pause);
  await diffuse(words, width, palette, pause);
}

/** Removes the hidden colors of transparent pixels. Returns whether there are any such pixels. */
function clearTransparent(words: Uint32Array): boolean {
  let found = false;
  for (let at = 0; at < words.length; at += 1) {
    if ((words[at] ?? 0) >>> 24 !== 0) continue;
    words[at] = 0;
    found = true;
  }
  return found;
}

function hasMoreColors(words: Uint32Array, limit: number): boolean {
  const seen = new Set<number>();
  let last = -1;
  for (const word of words) {
    if (word === last) continue;
    last = word;
    seen.add(word);
    if (seen.size > limit) return true;
  }
  return false;
}

/** Gives each pixel its palette color and passes the error on, in rows of alternating direction. */
async function diffuse(words: Uint32Array, width: number, palette: Palette, pause: Pause): Promise<void> {
  const find = createFinder(palette);
  let errors = { here: new Float32Array(3 * (width + 2)), below: new Float32Array(3 * (width + 2)) };
  for (let row = 0; row * width < words.length; row += 1) {
    await pause();
    diffuseRow(words.subarray(row * width, (row + 1) * width), row % 2 === 0 ? 1 : -1, palette, errors, find);
    errors = { here: errors.below, below: errors.here.fill(0) };
  }
}

/** Errors of red, green and blue to add to the pixels of a row and of the next one. Each row has one more pixel at either end. */
type Errors = { readonly here: Float32Array; readonly below: Float32Array };

function diffuseRow(row: Uint32Array, step: 1 | -1, palette: Palette, errors: Errors, find: Finder): void {
  const color = new Float32Array(4);
  for (let at = step > 0 ? 0 : row.length - 1; at >= 0 && at < row.length; at += step) {
    const word = row[at] ?? 0;
    if (word === 0) continue;
    premultiply(word, color);
    const slot = 3 * (at + 1);
    for (let axis = 0; axis < 3; axis += 1)
      color[axis] = Math.min(color[3] ?? 0, Math.max(0, (color[axis] ?? 0) + (errors.here[slot + axis] ?? 0)));
    const entry = find(color);
    row[at] = palette.words[entry] ?? 0;
    for (let axis = 0; axis < 3; axis += 1)
      passOn((color[axis] ?? 0) - (palette.colors[4 * entry + axis] ?? 0), slot + axis, step, errors);
  }
}

/** Distributes an error as Floyd and Steinberg do: 7/16 to the next pixel, 3/16, 5/16 and 1/16 to those below. */
function passOn(error: number, slot: number, step: 1 | -1, { here, below }: Errors): void {
  if (Math.abs(error) <= INVISIBLE) return;
  const part = (error * DIFFUSION) / 16;
  const ahead = slot + 3 * step;
  const behind = slot - 3 * step;
  here[ahead] = (here[ahead] ?? 0) + 7 * part;
  below[behind] = (below[behind] ?? 0) + 3 * part;
  below[slot] = (below[slot] ?? 0) + 5 * part;
  below[ahead] = (below[ahead] ?? 0) + part;
}

type Finder = (color: Float32Array) => number;

/**
 * Returns a function that finds the palette entry nearest to a color. It searches once for all colors that agree in the upper six
 * bits of red, green and blue and the upper four of alpha.
 */
function createFinder({ colors }: Palette): Finder {
  const opaque = Int32Array.from({ length: colors.length / 4 }, (_, entry) => entry).filter(
    (entry) => colors[4 * entry + 3] === 255,
  );
  const opaqueColors = Float32Array.from([...opaque].flatMap((entry) => [...colors.subarray(4 * entry, 4 * entry + 4)]));
  // The last layer of alpha is for opaque pixels, which only opaque entries replace.
  const found = new Int16Array(17 << 18).fill(-1);
  return (color) => {
    const alpha = color[3] ?? 0;
    const isOpaque = alpha === 255 && opaque.length > 0;
    const layer = isOpaque ? 16 : alpha >> 4;
    const key = (((((layer << 6) | ((color[0] ?? 0) >> 2)) << 6) | ((color[1] ?? 0) >> 2)) << 6) | ((color[2] ?? 0) >> 2);
    const known = found[key] ?? -1;
    if (known >= 0) return known;
    const entry = isOpaque ? (opaque[nearestOf(color, 0, opaqueColors)] ?? 0) : nearestOf(color, 0, colors);
    found[key] = entry;
    return entry;
  };
}
