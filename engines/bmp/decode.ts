import { viewOf } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { createPause } from '@bakkum/raster/pause';
import type { Pixels } from '@bakkum/raster/raster';
import type { Header, Mask } from './header.ts';
import { expandRuns } from './run-length.ts';

type Decoded = {
  readonly pixels: Extract<Pixels, { depth: 8 }>;
  readonly mayHaveAlpha: boolean;
  /** Rows were missing; they are filled with white. */
  readonly isDamaged: boolean;
};

/** Writes the pixels of one row, given the offset of its bytes. */
type PaintRow = (from: number, out: Uint32Array) => void;

const WHITE = 0xffffffff;

/** Throws `corrupt` if not a single row is present. */
export async function decodePixels(bytes: Uint8Array, header: Header, context: EngineContext): Promise<Decoded> {
  const { width, height } = header;
  const source = sourceOf(bytes, header);
  const data = new Uint8ClampedArray(width * height * 4);
  const words = new Uint32Array(data.buffer).fill(WHITE);
  const paint = painterFor(header, source);
  const pause = createPause(context.signal);
  for (let row = 0; row < source.rowsThere; row += 1) {
    const y = header.topDown ? row : height - 1 - row;
    paint(row * source.rowBytes, words.subarray(y * width, (y + 1) * width));
    if ((row & 63) === 63) context.onProgress((row + 1) / height);
    await pause();
  }
  const mayHaveAlpha = hasAlphaMask(header) && !madeOpaque(words);
  return { pixels: { depth: 8, width, height, data }, mayHaveAlpha, isDamaged: source.rowsThere < height || source.isCut };
}

/** Rows in file order with runs expanded. */
type Source = {
  readonly bytes: Uint8Array;
  readonly rowBytes: number;
  readonly rowsThere: number;
  readonly isExpanded: boolean;
  readonly isCut: boolean;
};

function sourceOf(bytes: Uint8Array, header: Header): Source {
  const { width, height, bitsPerPixel } = header;
  const stored = bytes.subarray(header.dataStart);
  if (stored.length === 0) throw new ConversionError('corrupt', 'ends before its pixels');
  if (header.coding !== 'plain') {
    const { rows, rowBytes, isCut } = expandRuns(stored, header);
    return { bytes: rows, rowBytes, rowsThere: height, isExpanded: true, isCut };
  }
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  // Some writers omit the padding of the last row.
  const padding = rowBytes - Math.ceil((width * bitsPerPixel) / 8);
  const rowsThere = Math.min(height, Math.floor((stored.length + padding) / rowBytes));
  if (rowsThere < 1) throw new ConversionError('corrupt', 'ends within its first row');
  return { bytes: stored, rowBytes, rowsThere, isExpanded: false, isCut: false };
}

function hasAlphaMask({ masks }: Header): boolean {
  return masks !== undefined && masks[3].bits > 0;
}

function painterFor(header: Header, { bytes, isExpanded }: Source): PaintRow {
  if (header.masks) return maskPainter(bytes, header.bitsPerPixel === 32 ? 4 : 2, header.masks);
  if (header.bitsPerPixel === 24) return bluePainter(bytes);
  return palettePainter(bytes, header.palette, isExpanded ? 8 : header.bitsPerPixel);
}

/** Reads blue, green and red, one byte each. */
function bluePainter(source: Uint8Array): PaintRow {
  return (from, out) => {
    for (let x = 0, at = from; x < out.length; x += 1, at += 3) {
      out[x] = 0xff000000 | ((source[at] ?? 0) << 16) | ((source[at + 1] ?? 0) << 8) | (source[at + 2] ?? 0);
    }
  };
}

/** Reads palette indexes of 1 to 8 bits, leftmost pixel in the highest bits. */
function palettePainter(source: Uint8Array, palette: Uint32Array, bits: number): PaintRow {
  const perByte = 8 / bits;
  const last = (1 << bits) - 1;
  return (from, out) => {
    for (let x = 0; x < out.length; x += 1) {
      const byte = source[from + Math.floor(x / perByte)] ?? 0;
      out[x] = palette[(byte >> (8 - bits - (x % perByte) * bits)) & last] ?? 0;
    }
  };
}

function maskPainter(source: Uint8Array, pixelBytes: 2 | 4, masks: readonly [Mask, Mask, Mask, Mask]): PaintRow {
  const view = viewOf(source);
  const [red, green, blue, alpha] = masks.map(channelReader);
  if (!red || !green || !blue || !alpha) throw new TypeError('four masks are needed');
  const opaque = masks[3].bits === 0 ? 255 : 0;
  return (from, out) => {
    for (let x = 0, at = from; x < out.length; x += 1, at += pixelBytes) {
      const pixel = pixelBytes === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
      out[x] = (((alpha(pixel) | opaque) << 24) | (blue(pixel) << 16) | (green(pixel) << 8) | red(pixel)) >>> 0;
    }
  };
}

/** Reads a channel's value, scaled to 0…255. */
function channelReader({ shift, bits }: Mask): (pixel: number) => number {
  if (bits === 0) return () => 0;
  if (bits >= 8) return (pixel) => (pixel >>> (shift + bits - 8)) & 255;
  const last = 2 ** bits - 1;
  const levels = Uint8Array.from({ length: last + 1 }, (_, level) => Math.round((level * 255) / last));
  return (pixel) => levels[(pixel >>> shift) & last] ?? 0;
}

/** If every pixel is fully transparent, the writer did not know about alpha; the image becomes opaque. */
function madeOpaque(words: Uint32Array): boolean {
  if (words.some((word) => word >>> 24 !== 0)) return false;
  for (let index = 0; index < words.length; index += 1) words[index] = (words[index] ?? 0) | 0xff000000;
  return true;
}
