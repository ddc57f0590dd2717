import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { pngFile } from '@bakkum/raster/png-file';
import { zlibSync } from 'fflate';

const FILE_HEADER = 14;
const MAX_PIXELS = 100_000_000;

/** Converts an uncompressed Windows bitmap, as documents embed it, to PNG; `undefined` for anything else. */
export function bitmapAsPng(file: Bytes): Bytes | undefined {
  const bitmap = openBitmap(file);
  if (!bitmap) return undefined;
  const { width, height, colourAt } = bitmap;
  const rows = new Uint8Array((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colourAt(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  return pngFile({ width, height, channels: 3 }, zlibSync(rows));
}

type Bitmap = {
  readonly width: number;
  readonly height: number;
  colourAt(x: number, y: number): readonly [red: number, green: number, blue: number];
};

function openBitmap(file: Bytes): Bitmap | undefined {
  if (file.length < FILE_HEADER + 40 || file[0] !== 0x42 || file[1] !== 0x4d) return undefined;
  const view = viewOf(file);
  const [width, signedHeight, depth] = [view.getInt32(18, true), view.getInt32(22, true), view.getUint16(28, true)];
  const height = Math.abs(signedHeight);
  const isPlain = view.getUint32(30, true) === 0 && [1, 4, 8, 24, 32].includes(depth);
  if (!isPlain || width <= 0 || height === 0 || width * height > MAX_PIXELS) return undefined;
  const start = view.getUint32(10, true);
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  if (start + rowBytes * height > file.length) return undefined;
  const palette = file.subarray(FILE_HEADER + view.getUint32(14, true), start);
  const rowAt = (y: number): number => start + rowBytes * (signedHeight > 0 ? height - 1 - y : y);
  const colourAt = (x: number, y: number): readonly [number, number, number] => {
    const colours = depth >= 24 ? file : palette;
    const at = depth >= 24 ? rowAt(y) + x * (depth / 8) : indexAt(file, rowAt(y), x, depth) * 4;
    return [colours[at + 2] ?? 0, colours[at + 1] ?? 0, colours[at] ?? 0];
  };
  return { width, height, colourAt };
}

function indexAt(file: Bytes, row: number, x: number, depth: number): number {
  const bit = x * depth;
  return ((file[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}
