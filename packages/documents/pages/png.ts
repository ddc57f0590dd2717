import { concat, textAt, viewOf } from '@bakkum/bytes/bytes';
import { unzlibSync } from 'fflate';

/** A PNG in PDF form: colour and, if present, opacity, each as a plane of bytes compressed with its own filter. */
export type PngPlanes = {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly colour: Uint8Array;
  readonly opacity: Uint8Array | undefined;
};

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MAX_PIXELS = 100_000_000;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bits per sample. Without this check, the memory for an image would depend on a byte of the file. */
const DEPTHS = [1, 2, 4, 8, 16];

type Header = { width: number; height: number; depth: number; kind: number; interlaced: boolean };

/** Reads a PNG (ISO 15948) without interlacing. `undefined` if it is not a PNG, interlaced or damaged. */
export function readPng(bytes: Uint8Array): PngPlanes | undefined {
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined;
  const chunks = chunksOf(bytes);
  const header = headerIn(chunks);
  if (!header || header.interlaced || header.width * header.height > MAX_PIXELS) return undefined;
  const samples = samplesOf(header, chunks);
  if (!samples) return undefined;
  const palette = chunks.find(({ kind }) => kind === 'PLTE')?.data;
  const transparency = chunks.find(({ kind }) => kind === 'tRNS')?.data;
  return header.kind === 3 ? colouredBy(header, samples, palette, transparency) : planesOf(header, samples);
}

/** Size of a PNG in pixels, from the header that `readPng` reads; `undefined` if it has none. */
export function pngSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined;
  const header = headerIn(chunksOf(bytes));
  return header && { width: header.width, height: header.height };
}

type Chunk = { readonly kind: string; readonly data: Uint8Array };

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    chunks.push({ kind: textAt(bytes, at + 4, 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function headerIn(chunks: readonly Chunk[]): Header | undefined {
  const data = chunks.find(({ kind }) => kind === 'IHDR')?.data;
  if (!data || data.length < 13) return undefined;
  const view = viewOf(data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, kind = 0] = data.subarray(8, 10);
  if (width === 0 || height === 0 || CHANNELS[kind] === undefined || !DEPTHS.includes(depth)) return undefined;
  return { width, height, depth, kind, interlaced: data[12] === 1 };
}

/** One byte per sample: the upper eight bits of sixteen; smaller depths are scaled up, except for an index. */
function samplesOf({ width, height, depth, kind }: Header, chunks: readonly Chunk[]): Uint8Array | undefined {
  const channels = CHANNELS[kind] ?? 1;
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const packed = concat(chunks.filter((chunk) => chunk.kind === 'IDAT').map(({ data }) => data));
  const rows = unpacked(packed, (rowBytes + 1) * height);
  if (!rows) return undefined;
  unfilter(rows, rowBytes, height, Math.max(1, (channels * depth) >> 3));
  const samples = new Uint8Array(width * height * channels);
  const spread = kind === 3 || depth >= 8 ? 1 : 255 / (2 ** depth - 1);
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1));
    for (let index = 0; index < width * channels; index += 1) {
      samples[y * width * channels + index] = sampleAt(row, index, depth) * spread;
    }
  }
  return samples;
}

function sampleAt(row: Uint8Array, index: number, depth: number): number {
  if (depth >= 8) return row[(index * depth) >> 3] ?? 0;
  const bit = index * depth;
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

function unpacked(packed: Uint8Array, length: number): Uint8Array | undefined {
  try {
    const rows = unzlibSync(packed, { out: new Uint8Array(length) });
    return rows.length === length ? rows : undefined;
  } catch (failure) {
    // Errors of the decompressor carry a number; any other error is a defect.
    if (failure instanceof Error && 'code' in failure) return undefined;
    throw failure;
  }
}

/** Undoes row filters in place (ISO 15948, 9.2); each row starts with its filter number. */
function unfilter(rows: Uint8Array, rowBytes: number, height: number, step: number): void {
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1) + 1;
    const filter = rows[start - 1] ?? 0;
    const above = start - rowBytes - 1;
    for (let index = 0; filter !== 0 && index < rowBytes; index += 1) {
      const left = index >= step ? (rows[start + index - step] ?? 0) : 0;
      const up = y > 0 ? (rows[above + index] ?? 0) : 0;
      const corner = y > 0 && index >= step ? (rows[above + index - step] ?? 0) : 0;
      rows[start + index] = (rows[start + index] ?? 0) + predicted(filter, left, up, corner);
    }
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function planesOf({ width, height, kind }: Header, samples: Uint8Array): PngPlanes {
  const all = CHANNELS[kind] ?? 1;
  const channels = all >= 3 ? 3 : 1;
  if (all === channels) return { width, height, channels, colour: samples, opacity: undefined };
  const colour = new Uint8Array(width * height * channels);
  const opacity = new Uint8Array(width * height);
  for (let pixel = 0; pixel < opacity.length; pixel += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      colour[pixel * channels + channel] = samples[pixel * all + channel] ?? 0;
    }
    opacity[pixel] = samples[pixel * all + channels] ?? 255;
  }
  return { width, height, channels, colour, opacity };
}

function colouredBy(
  { width, height }: Header,
  indexes: Uint8Array,
  palette: Uint8Array = new Uint8Array(),
  transparency?: Uint8Array,
): PngPlanes {
  const colour = new Uint8Array(indexes.length * 3);
  const opacity = transparency && new Uint8Array(indexes.length);
  indexes.forEach((entry, pixel) => {
    colour.set(palette.subarray(entry * 3, entry * 3 + 3), pixel * 3);
    if (opacity) opacity[pixel] = transparency[entry] ?? 255;
  });
  return { width, height, channels: 3, colour, opacity };
}

/** Decodes a PNG to RGBA of 8 bits per component; `undefined` for damaged or unusual files. */
export function readPngPixels(
  file: Uint8Array,
): { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> } | undefined {
  const planes = readPng(file);
  if (!planes) return undefined;
  const { width, height, channels, colour, opacity } = planes;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let dot = 0; dot < width * height; dot += 1) {
    for (let part = 0; part < 3; part += 1) data[dot * 4 + part] = colour[dot * channels + (channels === 3 ? part : 0)] ?? 0;
    data[dot * 4 + 3] = opacity ? (opacity[dot] ?? 0) : 255;
  }
  return { width, height, data };
}
