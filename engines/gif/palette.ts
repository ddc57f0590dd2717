import { applyPalette, quantize, type Rgb } from './program.ts';

/** Maximum number of colours in a GIF frame, including the transparent one. */
const MAX_COLOURS = 256;

/**
 * The quantizer's time grows with the square of the initial number of colours. Up to this number it takes well under a second at
 * 5-6-5 bits; noisier images start from 4 bits per channel.
 */
const MANY_COLOURS = 16_000;

export type Indexed = {
  readonly palette: readonly Rgb[];
  /** One palette index per pixel. */
  readonly index: Uint8Array<ArrayBuffer>;
  /** Index of the transparent entry; absent if every pixel is opaque. */
  readonly transparentIndex?: number;
  /** False if colours had to be replaced by similar ones. */
  readonly isExact: boolean;
};

/**
 * Assigns each pixel a palette entry. Pixels are words of red, green, blue, alpha from the low byte up; those with alpha 0 use
 * the transparent entry, all others are treated as opaque. Exact if the colours fit in one palette.
 */
export function toIndexed(words: Uint32Array): Indexed {
  const hasTransparent = words.includes(0);
  const room = hasTransparent ? MAX_COLOURS - 1 : MAX_COLOURS;
  return exactly(words, room) ?? nearly(words, room, hasTransparent);
}

function exactly(words: Uint32Array, room: number): Indexed | undefined {
  const entries = new Map<number, number>();
  const index = new Uint8Array(words.length);
  let last = -1;
  let entry = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    if (word !== last) {
      const known = entries.get(word);
      entry = known ?? entries.size;
      if (known === undefined) entries.set(word, entry);
      if (entries.size > room + 1) return undefined;
      last = word;
    }
    index[at] = entry;
  }
  const transparentIndex = entries.get(0);
  if (entries.size - (transparentIndex === undefined ? 0 : 1) > room) return undefined;
  const palette = [...entries.keys()].map(rgbOf);
  return { palette, index, isExact: true, ...(transparentIndex === undefined ? {} : { transparentIndex }) };
}

function nearly(words: Uint32Array, room: number, hasTransparent: boolean): Indexed {
  const coloured = hasTransparent ? words.filter((word) => word !== 0) : words.slice();
  const bytes = new Uint8Array(coloured.buffer);
  const format = distinctColours(coloured) > MANY_COLOURS ? 'rgb444' : 'rgb565';
  const palette = quantize(bytes, room, { format });
  const found = applyPalette(bytes, palette, 'rgb565');
  if (!hasTransparent) return { palette, index: found, isExact: false };
  const transparentIndex = palette.length;
  const index = new Uint8Array(words.length).fill(transparentIndex);
  let next = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] === 0) continue;
    index[at] = found[next] ?? 0;
    next += 1;
  }
  return { palette: [...palette, [0, 0, 0]], index, transparentIndex, isExact: false };
}

/** Counts distinct colours at 5-6-5 bits. */
function distinctColours(words: Uint32Array): number {
  const seen = new Uint8Array(65_536);
  let count = 0;
  for (const word of words) {
    const key = ((word & 0xf8) << 8) | ((word >>> 5) & 0x7e0) | ((word >>> 19) & 31);
    if (seen[key]) continue;
    seen[key] = 1;
    count += 1;
  }
  return count;
}

function rgbOf(word: number): Rgb {
  return [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
}
