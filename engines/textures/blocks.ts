import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** Transparency of a block: one bit in the colours, four bits per pixel, or two levels with interpolation (S3TC). */
export type BlockKind = 'dxt1' | 'dxt3' | 'dxt5';

export const blockBytes = (kind: BlockKind, width: number, height: number): number =>
  Math.ceil(width / 4) * Math.ceil(height / 4) * (kind === 'dxt1' ? 8 : 16);

/**
 * Decodes blocks of 4 × 4 pixels to RGBA.
 * @throws ConversionError `corrupt` if there are too few
 */
export function decodeBlocks(
  bytes: Uint8Array,
  { kind, width, height }: { readonly kind: BlockKind; readonly width: number; readonly height: number },
): Uint8ClampedArray<ArrayBuffer> {
  const size = kind === 'dxt1' ? 8 : 16;
  const across = Math.ceil(width / 4);
  if (bytes.length < blockBytes(kind, width, height)) throw new ConversionError('corrupt', 'blocks of the texture are missing');
  const data = new Uint8ClampedArray(width * height * 4);
  const view = viewOf(bytes);
  for (let block = 0; block < across * Math.ceil(height / 4); block += 1) {
    const at = block * size;
    const alphaAt = alphaOf(view, kind, at);
    const colourAt = coloursOf(view, at + size - 8, kind === 'dxt1');
    const [left, top] = [(block % across) * 4, Math.floor(block / across) * 4];
    for (let pixel = 0; pixel < 16; pixel += 1) {
      const [x, y] = [left + (pixel & 3), top + (pixel >> 2)];
      if (x >= width || y >= height) continue;
      const [red, green, blue, opacity] = colourAt(pixel);
      const to = (y * width + x) * 4;
      data[to] = red;
      data[to + 1] = green;
      data[to + 2] = blue;
      data[to + 3] = alphaAt ? alphaAt(pixel) : opacity;
    }
  }
  return data;
}

type Colour = readonly [red: number, green: number, blue: number, opacity: number];

const five = (value: number): number => (value << 3) | (value >> 2);
const six = (value: number): number => (value << 2) | (value >> 4);
const of565 = (value: number): Colour => [five(value >> 11), six((value >> 5) & 63), five(value & 31), 255];
const between = (one: Colour, other: Colour, share: number): Colour => [
  Math.floor(one[0] * (1 - share) + other[0] * share + 1e-6),
  Math.floor(one[1] * (1 - share) + other[1] * share + 1e-6),
  Math.floor(one[2] * (1 - share) + other[2] * share + 1e-6),
  255,
];

function coloursOf(view: DataView, at: number, mayBeClear: boolean): (pixel: number) => Colour {
  const [first, second] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
  const [one, other] = [of565(first), of565(second)];
  const isFour = !mayBeClear || first > second;
  const colours: readonly Colour[] = isFour
    ? [one, other, between(one, other, 1 / 3), between(one, other, 2 / 3)]
    : [one, other, between(one, other, 1 / 2), [0, 0, 0, 0]];
  const places = view.getUint32(at + 4, true);
  return (pixel) => colours[(places >>> (pixel * 2)) & 3] ?? one;
}

function alphaOf(view: DataView, kind: BlockKind, at: number): ((pixel: number) => number) | undefined {
  if (kind === 'dxt1') return undefined;
  if (kind === 'dxt3') return (pixel) => ((view.getUint8(at + (pixel >> 1)) >> ((pixel & 1) * 4)) & 15) * 17;
  const [one, other] = [view.getUint8(at), view.getUint8(at + 1)];
  const steps = one > other ? 7 : 5;
  const levels = Array.from({ length: 8 }, (_, index) => {
    if (index < 2) return index === 0 ? one : other;
    if (index > steps) return index === 6 ? 0 : 255;
    return Math.floor(((steps - index + 1) * one + (index - 1) * other) / steps);
  });
  const low = view.getUint16(at + 2, true) | (view.getUint8(at + 4) << 16);
  const high = view.getUint16(at + 5, true) | (view.getUint8(at + 7) << 16);
  return (pixel) => levels[((pixel < 8 ? low : high) >> ((pixel & 7) * 3)) & 7] ?? 255;
}
