import { type Bytes, textAt, viewOf } from '@bakkum/bytes/bytes';
import type { Pixels } from '@bakkum/raster/raster';
import { unzlibSync } from 'fflate';
import { unpackBits, unpackStrings } from './tiff-packing.ts';

type EightBit = Extract<Pixels, { depth: 8 }>;

/** An image of a TIFF with its dots per inch. */
export type TiffPicture = { readonly pixels: EightBit; readonly across: number; readonly down: number };

const WIDTH = 256;
const HEIGHT = 257;
const BITS = 258;
const PACKING = 259;
const PHOTOMETRIC = 262;
const STRIPS = 273;
const SAMPLES = 277;
const STRIP_BYTES = 279;
const ACROSS = 282;
const DOWN = 283;
const PLANES = 284;
const UNIT = 296;
const PREDICTOR = 317;
const PALETTE = 320;

const MAX_PIXELS = 100_000_000;
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8 };

type Tags = (tag: number) => readonly number[];

type Layout = { readonly width: number; readonly height: number; readonly depth: number; readonly samples: number };

/**
 * Reads the first image of a TIFF as written by printers and drivers: strips of one or eight bits per sample. `undefined` for
 * others.
 */
export function readTiff(file: Bytes): TiffPicture | undefined {
  const tags = tagsOf(file);
  const layout = tags && layoutOf(tags);
  if (!layout) return undefined;
  const { width, height, depth, samples } = layout;
  const rowBytes = Math.ceil((width * samples * depth) / 8);
  const rows = rowsOf(file, tags, rowBytes * height);
  if (rows && tags(PREDICTOR)[0] === 2) addUp(rows, rowBytes, samples);
  const colourAt = rows && colours(tags, rows, layout, rowBytes);
  if (!colourAt) return undefined;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y += 1) for (let x = 0; x < width; x += 1, at += 4) data.set(colourAt(x, y), at);
  return { pixels: { depth: 8, width, height, data }, across: dots(tags, ACROSS), down: dots(tags, DOWN) };
}

function layoutOf(tags: Tags): Layout | undefined {
  const one = (tag: number, otherwise: number): number => tags(tag)[0] ?? otherwise;
  const layout = { width: one(WIDTH, 0), height: one(HEIGHT, 0), depth: one(BITS, 1), samples: one(SAMPLES, 1) };
  const { width, height, depth, samples } = layout;
  const isPlain = depth === 8 ? samples <= 5 : depth === 1 && samples === 1;
  const hasSize = width > 0 && height > 0 && width * height <= MAX_PIXELS;
  return isPlain && hasSize && one(PLANES, 1) === 1 ? layout : undefined;
}

const NO_UNIT = 1;
const CENTIMETRE = 3;

function dots(tags: Tags, tag: number): number {
  const unit = tags(UNIT)[0];
  const told = (tags(tag)[0] ?? 0) * (unit === CENTIMETRE ? 2.54 : 1);
  return unit === NO_UNIT || told <= 0 ? 96 : told;
}

/** Values of the first directory by tag (TIFF 6.0, 2). */
function tagsOf(file: Bytes): Tags | undefined {
  const view = viewOf(file);
  if (file.length < 8 || !['II*\0', 'MM\0*'].includes(textAt(file, 0, 4))) return undefined;
  const little = file[0] === 0x49;
  const start = view.getUint32(4, little);
  if (start + 2 > file.length) return undefined;
  const found = new Map<number, readonly number[]>();
  const number = (at: number, type: number): number => {
    if (type === 1) return view.getUint8(at);
    if (type === 3) return view.getUint16(at, little);
    return type === 5 ? view.getUint32(at, little) / (view.getUint32(at + 4, little) || 1) : view.getUint32(at, little);
  };
  for (let left = view.getUint16(start, little), at = start + 2; left > 0 && at + 12 <= file.length; left -= 1, at += 12) {
    const [type, count] = [view.getUint16(at + 2, little), view.getUint32(at + 4, little)];
    const size = TYPE_BYTES[type];
    if (size === undefined) continue;
    const from = size * count <= 4 ? at + 8 : view.getUint32(at + 8, little);
    if (from + size * count > file.length) continue;
    found.set(
      view.getUint16(at, little),
      Array.from({ length: count }, (_, index) => number(from + index * size, type)),
    );
  }
  return (tag) => found.get(tag) ?? [];
}

function rowsOf(file: Bytes, tags: Tags, size: number): Uint8Array | undefined {
  const unpack = UNPACKERS[tags(PACKING)[0] ?? 1];
  if (!unpack) return undefined;
  const rows = new Uint8Array(size);
  let end = 0;
  for (const [index, offset] of tags(STRIPS).entries()) {
    const length = tags(STRIP_BYTES)[index] ?? file.length - offset;
    const part = unpack(file.subarray(offset, offset + length), size - end);
    if (!part) return undefined;
    rows.set(part.subarray(0, size - end), end);
    end += Math.min(part.length, size - end);
  }
  return end > 0 ? rows : undefined;
}

const UNPACKERS: Readonly<Record<number, (packed: Uint8Array, most: number) => Uint8Array | undefined>> = {
  1: (packed) => packed,
  5: unpackStrings,
  8: inflate,
  32773: unpackBits,
  32946: inflate,
};

function inflate(packed: Uint8Array): Uint8Array | undefined {
  try {
    return unzlibSync(packed);
  } catch (failure) {
    // The unpacker's own errors have a code; anything else is a defect.
    if (failure instanceof Error && 'code' in failure) return undefined;
    throw failure;
  }
}

/** Reverts the predictor, which stores differences to the previous sample (TIFF 6.0, 14). */
function addUp(rows: Uint8Array, rowBytes: number, samples: number): void {
  for (let row = 0; row < rows.length; row += rowBytes)
    for (let at = row + samples; at < row + rowBytes; at += 1) rows[at] = (rows[at] ?? 0) + (rows[at - samples] ?? 0);
}

type Colour = readonly [red: number, green: number, blue: number, opacity: number];

function colours(
  tags: Tags,
  rows: Uint8Array,
  { depth, samples }: Layout,
  rowBytes: number,
): ((x: number, y: number) => Colour) | undefined {
  const place = (x: number, y: number): number => y * rowBytes + x * samples;
  const sample = (at: number): number => rows[at] ?? 0;
  const grey = (x: number, y: number): number =>
    depth === 8 ? sample(place(x, y)) : ((sample(y * rowBytes + (x >> 3)) >> (7 - (x & 7))) & 1) * 255;
  const palette = tags(PALETTE);
  switch (tags(PHOTOMETRIC)[0] ?? 0) {
    case 0:
      return (x, y) => [255 - grey(x, y), 255 - grey(x, y), 255 - grey(x, y), 255];
    case 1:
      return (x, y) => [grey(x, y), grey(x, y), grey(x, y), 255];
    case 2:
      if (samples < 3) return undefined;
      return (x, y) => {
        const at = place(x, y);
        return [sample(at), sample(at + 1), sample(at + 2), samples > 3 ? sample(at + 3) : 255];
      };
    case 3: {
      const count = palette.length / 3;
      const part = (index: number): number => (palette[index] ?? 0) >> 8;
      const entry = (x: number, y: number): number => (depth === 8 ? grey(x, y) : grey(x, y) / 255);
      return (x, y) => [part(entry(x, y)), part(entry(x, y) + count), part(entry(x, y) + 2 * count), 255];
    }
    case 5:
      if (samples < 4) return undefined;
      return (x, y) => {
        const at = place(x, y);
        const light = (ink: number): number => ((255 - ink) * (255 - sample(at + 3))) / 255;
        return [light(sample(at)), light(sample(at + 1)), light(sample(at + 2)), 255];
      };
    default:
      return undefined;
  }
}
