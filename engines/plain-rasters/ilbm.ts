import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

type Rgb = readonly [red: number, green: number, blue: number];

type Picture = {
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  readonly masking: number;
  readonly isPacked: boolean;
  readonly clear: number;
  readonly palette: readonly Rgb[];
  /** Hold and modify: a pixel may change one channel of the previous one. */
  readonly isHeld: boolean;
  readonly isChunky: boolean;
};

const MODE = { halfBright: 0x80, hold: 0x800 } as const;
const MASK = { plane: 1, colour: 2 } as const;

/**
 * Decodes interleaved bitmaps of the Amiga (IFF ILBM and PBM): palettes, half-bright, HAM with 6 and 8 planes, 24 and 32 planes.
 */
export function decodeIlbm(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const chunks = chunksOf(bytes);
  const header = chunks.get('BMHD');
  const body = chunks.get('BODY');
  if (!header || header.length < 20 || !body) throw new ConversionError('corrupt', 'no bitmap');
  const picture = pictureOf(header, chunks, startsWith(bytes, 'PBM ', 8));
  const { width, height, planes, masking, isChunky } = picture;
  const rowBytes = isChunky ? width + (width & 1) : Math.ceil(width / 16) * 2;
  const rows = isChunky ? 1 : planes + (masking === MASK.plane ? 1 : 0);
  const plain = picture.isPacked ? expanded(body, rowBytes * rows * height) : body;
  if (plain.length < rowBytes * rows * height) throw new ConversionError('corrupt', 'rows are missing');
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const row = plain.subarray(y * rowBytes * rows, (y + 1) * rowBytes * rows);
    paintRow(data.subarray(y * width * 4, (y + 1) * width * 4), picture, (x) =>
      isChunky ? [row[x] ?? 0, 1] : valueAt(row, rowBytes, planes, x, masking === MASK.plane),
    );
  }
  return { depth: 8, width, height, data };
}

function chunksOf(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const view = viewOf(bytes);
  const chunks = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4);
    if (at + 8 + size > bytes.length) throw new ConversionError('corrupt', 'a chunk is cut off');
    chunks.set(new TextDecoder('latin1').decode(bytes.subarray(at, at + 4)), bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size & 1);
  }
  return chunks;
}

function pictureOf(
  header: Uint8Array<ArrayBuffer>,
  chunks: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  isChunky: boolean,
): Picture {
  const view = viewOf(header);
  const [width, height, planes, compression] = [view.getUint16(0), view.getUint16(2), view.getUint8(8), view.getUint8(10)];
  assertPixelCount(width, height);
  if (planes < 1 || !(planes <= 8 || planes === 24 || planes === 32) || compression > 1)
    throw new ConversionError('unsupported-feature', `${planes} planes, compression ${compression}`);
  const map = chunks.get('CMAP') ?? new Uint8Array();
  const listed = Array.from(
    { length: Math.floor(map.length / 3) },
    (_, at): Rgb => [map[at * 3] ?? 0, map[at * 3 + 1] ?? 0, map[at * 3 + 2] ?? 0],
  );
  const mode = chunks.get('CAMG');
  const bits = mode && mode.length >= 4 ? new DataView(mode.buffer, mode.byteOffset).getUint32(0) : 0;
  const halved = listed.slice(0, 32).map(([red, green, blue]): Rgb => [red >> 1, green >> 1, blue >> 1]);
  const isHalfBright = planes === 6 && (bits & MODE.halfBright) !== 0;
  return {
    width,
    height,
    planes,
    masking: view.getUint8(9),
    isPacked: compression === 1,
    clear: view.getUint16(12),
    palette: isHalfBright ? [...listed.slice(0, 32), ...halved] : listed,
    isHeld: (bits & MODE.hold) !== 0 && (planes === 6 || planes === 8),
    isChunky,
  };
}

/** Unpacks PackBits: a non-negative count precedes literals, a negative one a repeated byte. */
function expanded(packed: Uint8Array, length: number): Uint8Array {
  const plain = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < packed.length && to < length; ) {
    const count = packed[at] ?? 0;
    if (count === 128) at += 1;
    else if (count < 128) {
      plain.set(packed.subarray(at + 1, at + 2 + Math.min(count, length - to - 1)), to);
      to += Math.min(count + 1, packed.length - at - 1);
      at += count + 2;
    } else {
      plain.fill(packed[at + 1] ?? 0, to, to + 257 - count);
      to += 257 - count;
      at += 2;
    }
  }
  return plain.subarray(0, Math.min(to, length));
}

/** Combines one bit of each plane, lowest first, and reports whether the data is present. */
function valueAt(
  row: Uint8Array,
  rowBytes: number,
  planes: number,
  x: number,
  hasMask: boolean,
): readonly [value: number, mask: number] {
  const bit = (plane: number): number => ((row[plane * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  let value = 0;
  for (let plane = planes - 1; plane >= 0; plane -= 1) value = value * 2 + bit(plane);
  return [value, hasMask ? bit(planes) : 1];
}

function paintRow(data: Uint8ClampedArray, picture: Picture, read: (x: number) => readonly [number, number]): void {
  let before: Rgb = picture.palette[0] ?? [0, 0, 0];
  for (let x = 0; x < picture.width; x += 1) {
    const [value, mask] = read(x);
    before = colourOf(value, before, picture);
    const isClear = mask === 0 || (picture.masking === MASK.colour && picture.planes <= 8 && value === picture.clear);
    const alpha = picture.planes === 32 ? Math.floor(value / 2 ** 24) : 255;
    data.set([...before, isClear ? 0 : alpha], x * 4);
  }
}

function colourOf(value: number, before: Rgb, { planes, isHeld, palette }: Picture): Rgb {
  if (planes >= 24) return [value & 255, (value >> 8) & 255, (value >> 16) & 255];
  const bits = planes - 2;
  const kind = isHeld ? value >> bits : 0;
  const index = isHeld ? value & ((1 << bits) - 1) : value;
  if (kind === 0) return palette[index] ?? [0, 0, 0];
  const level = Math.round((index * 255) / ((1 << bits) - 1));
  const [red, green, blue] = before;
  if (kind === 1) return [red, green, level];
  return kind === 2 ? [level, green, blue] : [red, level, blue];
}
