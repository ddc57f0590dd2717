import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Picture } from './stored.ts';

type Header = {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly palette: Bytes;
  readonly start: number;
  readonly isPacked: boolean;
};

/**
 * Decodes a Windows device-independent bitmap with 1 to 32 bits, including RLE8.
 * @param start offset of the pixels, if known from elsewhere
 */
export function decodeBitmap(bytes: Bytes, start?: number): Picture {
  const header = headerOf(bytes, start);
  const rows = viewOf(bytes).getInt32(8, true);
  const { width, height, bits } = header;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (!header.isPacked && header.start + (height - 1) * rowBytes + Math.ceil((width * bits) / 8) > bytes.length)
    throw new ConversionError('corrupt', 'a bitmap that is cut off');
  if (header.isPacked) return decodeBitmap(unpacked(bytes, header));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const row = header.start + (rows < 0 ? y : height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1) data.set(colourAt(bytes, header, row, x), (y * width + x) * 4);
  }
  return { depth: 8, width, height, data };
}

const RUN_LENGTHS = 1;
const MASKS = 3;

function headerOf(bytes: Bytes, start: number | undefined): Header {
  const view = viewOf(bytes);
  const [width, height] = [view.getInt32(4, true), Math.abs(view.getInt32(8, true))];
  assertPixelCount(width, height);
  const bits = view.getUint16(14, true);
  const compression = view.getUint32(16, true);
  const isPacked = compression === RUN_LENGTHS && bits === 8;
  if (![1, 4, 8, 16, 24, 32].includes(bits) || !(isPacked || compression === 0 || compression === MASKS))
    throw new ConversionError('unsupported-feature', `bitmap of ${bits} bits, compression ${compression}`);
  const size = view.getUint32(0, true);
  const table = size + (compression === MASKS && size === 40 ? 12 : 0);
  const told = view.getUint32(32, true);
  const colours = bits > 8 ? told : told === 0 ? 2 ** bits : Math.min(told, 256);
  return {
    width,
    height,
    bits,
    palette: bytes.subarray(table, table + colours * 4),
    start: start ?? table + colours * 4,
    isPacked,
  };
}

/** Expands RLE8: a count and a byte; or a zero and end of row (0), end of image (1), a jump (2), or that many literals. */
function unpacked(bytes: Bytes, { width, height, start }: Header): Bytes {
  const rowBytes = Math.ceil(width / 4) * 4;
  const plain = new Uint8Array(start + rowBytes * height);
  plain.set(bytes.subarray(0, start));
  plain.fill(0, 16, 20);
  let [x, y] = [0, 0];
  const put = (value: number): void => {
    if (x < width && y < height) plain[start + y * rowBytes + x] = value;
    x += 1;
  };
  for (let at = start; at + 1 < bytes.length; at += 2) {
    const [count, value] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
    if (count > 0) for (let left = count; left > 0; left -= 1) put(value);
    else if (value === 1) return plain;
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 2) {
      [x, y] = [x + (bytes[at + 2] ?? 0), y + (bytes[at + 3] ?? 0)];
      at += 2;
    } else {
      for (let index = 0; index < value; index += 1) put(bytes[at + 2 + index] ?? 0);
      at += value + (value % 2);
    }
  }
  throw new ConversionError('corrupt', 'run lengths without an end');
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function colourAt(bytes: Bytes, { bits, palette }: Header, row: number, x: number): Colour {
  if (bits <= 8) {
    const bit = x * bits;
    const index = ((bytes[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
    return [palette[index * 4 + 2] ?? 0, palette[index * 4 + 1] ?? 0, palette[index * 4] ?? 0, 255];
  }
  if (bits === 16) {
    const value = (bytes[row + x * 2] ?? 0) | ((bytes[row + x * 2 + 1] ?? 0) << 8);
    const level = (shift: number): number => Math.round((((value >> shift) & 31) * 255) / 31);
    return [level(10), level(5), level(0), 255];
  }
  const at = row + (x * bits) / 8;
  return [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0, 255];
}
