import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { inflateStart } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Encoding of pixels: a palette index, or four bytes each. */
type Spelling = { readonly bytes: 1 | 4; readonly colourOf: (value: number) => Rgba; readonly end: number };

/** In the file, 0 is opaque and 127 transparent. */
const opacity = (transparency: number): number => Math.round(((127 - Math.min(127, transparency)) * 255) / 127);

/** Decodes GD and GD2 (`libgd`): palette and true colour, uncompressed or in compressed tiles. */
export async function decodeGd(bytes: Bytes): Promise<Pixels> {
  const view = viewOf(bytes);
  return view.getUint16(0) >= 0xfffe ? decodeFirst(view, bytes) : decodeSecond(view, bytes);
}

function decodeFirst(view: DataView, bytes: Bytes): Pixels {
  const [width, height] = [view.getUint16(2), view.getUint16(4)];
  assertPixelCount(width, height);
  const spelling = spellingAt(view, 6);
  const canvas = canvasOf(width, height);
  paint(canvas, { left: 0, top: 0, right: width, bottom: height }, bytes.subarray(spelling.end), spelling);
  return canvas;
}

type Canvas = Extract<Pixels, { depth: 8 }>;
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

function canvasOf(width: number, height: number): Canvas {
  assertPixelCount(width, height);
  return { depth: 8, width, height, data: new Uint8ClampedArray(width * height * 4) };
}

type Squares = { readonly side: number; readonly isPacked: boolean; readonly across: number; readonly count: number };

async function decodeSecond(view: DataView, bytes: Bytes): Promise<Pixels> {
  const canvas = canvasOf(view.getUint16(6), view.getUint16(8));
  const squares = squaresOf(view, canvas);
  const spelling = spellingAt(view, 18 + (squares.isPacked ? squares.count * 8 : 0));
  let plainAt = spelling.end;
  for (let index = 0; index < squares.count; index += 1) {
    const box = boxOf(squares, index, canvas);
    if (box.right <= box.left || box.bottom <= box.top) continue;
    const size = (box.right - box.left) * (box.bottom - box.top) * spelling.bytes;
    const plain = bytes.subarray(plainAt, plainAt + size);
    plainAt += size;
    paint(canvas, box, squares.isPacked ? await unpacked(view, bytes, 18 + index * 8, size) : plain, spelling);
  }
  return canvas;
}

function squaresOf(view: DataView, { width, height }: Canvas): Squares {
  const [side, form, across, down] = [view.getUint16(10), view.getUint16(12), view.getUint16(14), view.getUint16(16)];
  if (form < 1 || form > 4 || across * side < width || down * side < height)
    throw new ConversionError('corrupt', 'squares that do not cover the picture');
  return { side, isPacked: form === 2 || form === 4, across, count: across * down };
}

function boxOf({ side, across }: Squares, index: number, { width, height }: Canvas): Box {
  const left = (index % across) * side;
  const top = Math.floor(index / across) * side;
  return { left, top, right: Math.min(width, left + side), bottom: Math.min(height, top + side) };
}

function spellingAt(view: DataView, at: number): Spelling {
  if (view.getUint8(at) !== 0) {
    const colourOf = (value: number): Rgba => [(value >> 16) & 255, (value >> 8) & 255, value & 255, opacity(value >>> 24)];
    return { bytes: 4, colourOf, end: at + 5 };
  }
  const clear = view.getInt32(at + 3);
  const palette = Array.from({ length: 256 }, (_, index): Rgba => {
    const [red = 0, green = 0, blue = 0, transparency = 0] = [0, 1, 2, 3].map((part) => view.getUint8(at + 7 + index * 4 + part));
    return [red, green, blue, index === clear ? 0 : opacity(transparency)];
  });
  return { bytes: 1, colourOf: (value) => palette[value] ?? [0, 0, 0, 255], end: at + 7 + 1024 };
}

function paint({ width, data }: Canvas, { left, top, right, bottom }: Box, samples: Uint8Array, spelling: Spelling): void {
  if (samples.length < (right - left) * (bottom - top) * spelling.bytes)
    throw new ConversionError('corrupt', 'pixels are missing');
  const view = viewOf(samples);
  let at = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      data.set(spelling.colourOf(spelling.bytes === 1 ? view.getUint8(at) : view.getUint32(at)), (y * width + x) * 4);
      at += spelling.bytes;
    }
}

/** Unpacks one tile; excess data is ignored. */
function unpacked(view: DataView, bytes: Bytes, entry: number, size: number): Promise<Uint8Array> {
  const start = view.getUint32(entry);
  const packed = bytes.subarray(start, start + view.getUint32(entry + 4));
  return inflateStart(packed, 'deflate', size);
}
