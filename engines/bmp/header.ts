import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { iccColourSpace } from '@bakkum/image-metadata/icc';
import { assertPixelCount } from '@bakkum/raster/construct';

/** Position of a channel within a pixel. `bits` 0: the file has no such channel. */
export type Mask = { readonly shift: number; readonly bits: number };

export type Header = {
  readonly width: number;
  readonly height: number;
  /** Rows are stored from top to bottom. */
  readonly topDown: boolean;
  /** 1, 2, 4, 8, 16, 24 or 32. */
  readonly bitsPerPixel: number;
  readonly coding: 'plain' | 'rle4' | 'rle8' | 'rle24';
  /** RGBA words in memory order; empty above 8 bits per pixel. */
  readonly palette: Uint32Array;
  /** Red, green, blue and alpha masks for 16 and 32 bits per pixel. */
  readonly masks?: readonly [Mask, Mask, Mask, Mask];
  readonly dataStart: number;
  /** Pixels per inch. */
  readonly dpi?: number;
  readonly icc?: Uint8Array<ArrayBuffer>;
};

export const FILE_HEADER = 14;
export const INFO_HEADER = 40;
export const V5_HEADER = 124;
const CORE_HEADER = 12;
/** Header sizes defined by Windows. Other sizes up to 64 are truncated OS/2 2.x headers. */
const WINDOWS_HEADERS: readonly number[] = [INFO_HEADER, 52, 56, 108, V5_HEADER];
const OS2_HEADER = 64;
const METRES_PER_INCH = 0.0254;

type Fields = {
  readonly view: DataView;
  /** Offset of the information header, and its declared size. */
  readonly at: number;
  readonly size: number;
  readonly isWindows: boolean;
  readonly bitsPerPixel: number;
  readonly compression: number;
};

/**
 * Reads the headers of a BMP file, or of a DIB, which has no file header. Supports Windows (3, 4 and 5, with and without masks)
 * and OS/2 (1 and 2). Throws RangeError if the bytes end too early.
 */
export function readHeader(bytes: Uint8Array<ArrayBuffer>): Header {
  const view = viewOf(bytes);
  const start = imageStart(bytes);
  const hasFileHeader = startsWith(bytes, 'BM', start);
  const at = hasFileHeader ? start + FILE_HEADER : 0;
  const size = view.getUint32(at, true);
  const isWindows = WINDOWS_HEADERS.includes(size);
  if (size !== CORE_HEADER && !isWindows && !(size >= 16 && size <= OS2_HEADER)) {
    throw new ConversionError('corrupt', `header of ${size} bytes`);
  }
  const bitsPerPixel = view.getUint16(at + (size === CORE_HEADER ? 10 : 14), true);
  const compression = size >= 20 ? view.getUint32(at + 16, true) : 0;
  const fields: Fields = { view, at, size, isWindows, bitsPerPixel, compression };
  const { width, height } = sizeOf(fields);
  assertPixelCount(width, Math.abs(height));
  const coding = codingOf(fields);
  const headersEnd = at + size + masksBehind(fields);
  const paletteBytes = size === CORE_HEADER ? 3 : 4;
  const colours = coloursIn(fields);
  const dataStart = hasFileHeader ? view.getUint32(start + 10, true) : headersEnd + colours * paletteBytes;
  const room = Math.floor((Math.min(dataStart, bytes.length) - headersEnd) / paletteBytes);
  return {
    width,
    height: Math.abs(height),
    topDown: height < 0,
    bitsPerPixel,
    coding,
    palette: readPalette(bytes, headersEnd, Math.min(colours, Math.max(0, room)), paletteBytes),
    ...(bitsPerPixel === 16 || bitsPerPixel === 32 ? { masks: masksOf(fields) } : {}),
    dataStart,
    ...dpiOf(fields),
    ...profileOf(bytes, fields),
  };
}

const ARRAY_HEADER = 14;
const MAX_ARRAY = 64;

/** Returns the offset of the file header: that of the first bitmap in an OS/2 array, which has one for each kind of screen. */
function imageStart(bytes: Uint8Array<ArrayBuffer>): number {
  let start = 0;
  for (let count = 0; startsWith(bytes, 'BA', start); count += 1) {
    if (startsWith(bytes, 'BM', start + ARRAY_HEADER)) return start + ARRAY_HEADER;
    const next = viewOf(bytes).getUint32(start + 6, true);
    if (next <= start || count === MAX_ARRAY) throw new ConversionError('unsupported-feature', 'OS/2 icons or pointers only');
    start = next;
  }
  return 0;
}

function sizeOf({ view, at, size }: Fields): { width: number; height: number } {
  if (size === CORE_HEADER) return { width: view.getUint16(at + 4, true), height: view.getUint16(at + 6, true) };
  return { width: view.getInt32(at + 4, true), height: view.getInt32(at + 8, true) };
}

const PLAIN_DEPTHS: readonly number[] = [1, 2, 4, 8, 16, 24, 32];

/**
 * Selects the coding by compression and bits per pixel. Huffman coding, embedded PNG and JPEG, and invalid values are
 * unsupported.
 */
function codingOf(fields: Fields): Header['coding'] {
  const { compression, bitsPerPixel, isWindows } = fields;
  if (compression === 1 && bitsPerPixel === 8) return 'rle8';
  if (compression === 2 && bitsPerPixel === 4) return 'rle4';
  if (compression === 4 && bitsPerPixel === 24 && !isWindows) return 'rle24';
  if (hasMasks(fields) && (bitsPerPixel === 16 || bitsPerPixel === 32)) return 'plain';
  if (compression === 0 && PLAIN_DEPTHS.includes(bitsPerPixel)) return 'plain';
  throw new ConversionError('unsupported-feature', `compression ${compression} of ${bitsPerPixel} bits a pixel`);
}

/** BI_BITFIELDS and BI_ALPHABITFIELDS; in OS/2 the value 3 means Huffman coding. */
function hasMasks({ compression, isWindows }: Fields): boolean {
  return isWindows && (compression === 3 || compression === 6);
}

/** Bytes of masks between the shortest header and the palette; longer headers include them. */
function masksBehind(fields: Fields): number {
  if (fields.size !== INFO_HEADER || !hasMasks(fields)) return 0;
  return fields.compression === 6 ? 16 : 12;
}

function masksOf(fields: Fields): readonly [Mask, Mask, Mask, Mask] {
  const { view, at, size, bitsPerPixel, compression } = fields;
  if (!hasMasks(fields)) {
    return bitsPerPixel === 16
      ? [maskFrom(0x7c00), maskFrom(0x3e0), maskFrom(0x1f), maskFrom(0)]
      : [maskFrom(0xff0000), maskFrom(0xff00), maskFrom(0xff), maskFrom(0)];
  }
  const mask = (index: number) => maskFrom(view.getUint32(at + INFO_HEADER + index * 4, true));
  return [mask(0), mask(1), mask(2), size >= 56 || compression === 6 ? mask(3) : maskFrom(0)];
}

function maskFrom(word: number): Mask {
  if (word === 0) return { shift: 0, bits: 0 };
  const shift = 31 - Math.clz32(word & -word);
  const bits = 32 - Math.clz32(word >>> shift);
  if (word >>> shift !== 2 ** bits - 1) throw new ConversionError('corrupt', `mask ${word.toString(16)} has holes`);
  return { shift, bits };
}

/**
 * Number of palette entries. Above 8 bits per pixel the palette is only a hint for old displays, but it precedes the pixels of a
 * DIB.
 */
function coloursIn({ view, at, size, bitsPerPixel }: Fields): number {
  const most = bitsPerPixel <= 8 ? 2 ** bitsPerPixel : 0;
  const used = size >= 36 ? view.getUint32(at + 32, true) : 0;
  return most > 0 ? Math.min(used || most, most) : Math.min(used, 256);
}

/** Reads entries stored as blue, green, red. Missing entries are black. */
function readPalette(bytes: Uint8Array, start: number, count: number, entryBytes: number): Uint32Array {
  const words = new Uint32Array(256);
  const parts = new Uint8Array(words.buffer);
  for (let index = 0; index < 256; index += 1) {
    const at = start + index * entryBytes;
    const isThere = index < count;
    parts.set(
      [isThere ? (bytes[at + 2] ?? 0) : 0, isThere ? (bytes[at + 1] ?? 0) : 0, isThere ? (bytes[at] ?? 0) : 0, 255],
      index * 4,
    );
  }
  return words;
}

function dpiOf({ view, at, size }: Fields): { dpi?: number } {
  if (size < INFO_HEADER) return {};
  const dpi = Math.round(view.getInt32(at + 24, true) * METRES_PER_INCH);
  return dpi >= 1 && dpi <= 100_000 ? { dpi } : {};
}

/** Returns the profile a version 5 header points to if it describes RGB. */
function profileOf(bytes: Uint8Array<ArrayBuffer>, { view, at, size }: Fields): { icc?: Uint8Array<ArrayBuffer> } {
  if (size !== V5_HEADER || !startsWith(bytes, 'DEBM', at + 56)) return {};
  const start = at + view.getUint32(at + 112, true);
  const icc = bytes.slice(start, start + view.getUint32(at + 116, true));
  return iccColourSpace(icc) === 'RGB ' ? { icc } : {};
}
