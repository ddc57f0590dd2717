import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

const MAGIC = 0x59a66a95;
const HEADER = 32;
const TYPE = { runLength: 2, rgb: 3 } as const;
const ESCAPE = 0x80;

type Header = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly type: number;
  /** Red, then green, then blue values of the palette; empty without one. */
  readonly map: Uint8Array;
};

/**
 * Decodes Sun raster (`rasterfile.h`): 1, 8, 24 and 32 bits per pixel, uncompressed or run-length coded, with or without a
 * palette.
 */
export function decodeSun(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const view = viewOf(bytes);
  if (view.getUint32(0) !== MAGIC) throw new ConversionError('corrupt', 'no Sun raster');
  const [width, height, depth] = [view.getUint32(4), view.getUint32(8), view.getUint32(12)];
  assertPixelCount(width, height);
  if (![1, 8, 24, 32].includes(depth)) throw new ConversionError('unsupported-feature', `depth ${depth}`);
  const mapEnd = HEADER + view.getUint32(28);
  const header: Header = { width, height, depth, type: view.getUint32(20), map: bytes.subarray(HEADER, mapEnd) };
  const rowBytes = Math.ceil((width * depth) / 16) * 2;
  const rows = header.type === TYPE.runLength ? expand(bytes.subarray(mapEnd), rowBytes * height) : bytes.subarray(mapEnd);
  if (rows.length < rowBytes * height) throw new ConversionError('corrupt', 'Sun raster is cut off');
  return { depth: 8, width, height, data: paint(header, rows, rowBytes) };
}

/** 0x80 0 is the byte 0x80; 0x80 n b is b repeated n + 1 times; anything else is literal. */
function expand(coded: Uint8Array, length: number): Uint8Array {
  const plain = new Uint8Array(length);
  let to = 0;
  for (let from = 0; from < coded.length && to < length; from += 1) {
    const byte = coded[from] ?? 0;
    const count = byte === ESCAPE ? (coded[++from] ?? 0) : 0;
    const value = byte === ESCAPE && count > 0 ? (coded[++from] ?? 0) : byte;
    plain.fill(value, to, to + count + 1);
    to += count + 1;
  }
  if (to < length) throw new ConversionError('corrupt', 'run-length data is cut off');
  return plain;
}

function paint(header: Header, rows: Uint8Array, rowBytes: number): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = header;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colourAt(header, rows, y * rowBytes, x);
      const at = (y * width + x) * 4;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      data[at + 3] = 255;
    }
  }
  return data;
}

type Colour = readonly [red: number, green: number, blue: number];

function colourAt({ depth, type, map }: Header, rows: Uint8Array, row: number, x: number): Colour {
  if (depth === 1) {
    const bit = ((rows[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    // Without a palette a set bit is ink.
    return map.length > 0 ? mapped(map, bit) : grey(bit === 1 ? 0 : 255);
  }
  if (depth === 8) {
    const value = rows[row + x] ?? 0;
    return map.length > 0 ? mapped(map, value) : grey(value);
  }
  const at = row + (depth === 24 ? x * 3 : x * 4 + 1);
  const [first, green, last] = [rows[at] ?? 0, rows[at + 1] ?? 0, rows[at + 2] ?? 0];
  return type === TYPE.rgb ? [first, green, last] : [last, green, first];
}

function mapped(map: Uint8Array, index: number): Colour {
  const size = Math.floor(map.length / 3);
  return [map[index] ?? 0, map[size + index] ?? 0, map[size * 2 + index] ?? 0];
}

function grey(level: number): Colour {
  return [level, level, level];
}
