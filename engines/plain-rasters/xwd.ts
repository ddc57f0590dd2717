import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

/** X11 window dump, file version 7 (`XWDFile.h`): 25 numbers, a window name, a colour map, rows of pixels. */
type Header = {
  readonly littleEndian: boolean;
  readonly dataStart: number;
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly bytesPerLine: number;
  readonly pixelsLittleEndian: boolean;
  readonly firstBitIsLowest: boolean;
  readonly masks: readonly [number, number, number];
  readonly colours: ReadonlyMap<number, readonly [number, number, number]>;
};

const XY_PIXMAP = 1;
const COLOUR_BYTES = 12;
/** Visual classes with indexed pixels: static and dynamic grey, static and pseudo colour. */
const INDEXED_CLASSES = 3;

export function decodeXwd(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const header = readHeader(viewOf(bytes));
  const { width, height } = header;
  assertPixelCount(width, height);
  if (header.dataStart + (height - 1) * header.bytesPerLine + Math.ceil((width * header.bitsPerPixel) / 8) > bytes.length) {
    throw new ConversionError('corrupt', 'window dump is cut off');
  }
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = pixelAt(bytes, header, x, y);
      const [red, green, blue] = header.colours.get(value) ?? colourOf(value, header);
      const at = (y * width + x) * 4;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      data[at + 3] = 255;
    }
  }
  return { depth: 8, width, height, data };
}

function readHeader(view: DataView): Header {
  const littleEndian = view.getUint32(4, true) === 7;
  const field = (index: number): number => view.getUint32(index * 4, littleEndian);
  if (field(1) !== 7) throw new ConversionError('corrupt', 'not a window dump of version 7');
  const bitsPerPixel = field(11);
  const depth = field(3);
  if (![1, 2, 4, 8, 16, 24, 32].includes(bitsPerPixel) || (field(2) === XY_PIXMAP && depth > 1)) {
    throw new ConversionError('unsupported-feature', `pixmap format ${field(2)} of depth ${depth}`);
  }
  const colourCount = field(19);
  if (colourCount > 65_536) throw new ConversionError('corrupt', `${colourCount} colours`);
  return {
    littleEndian,
    dataStart: field(0) + colourCount * COLOUR_BYTES,
    width: field(4),
    height: field(5),
    bitsPerPixel,
    bytesPerLine: field(12),
    pixelsLittleEndian: field(7) === 0,
    firstBitIsLowest: field(9) === 0,
    masks: [field(14), field(15), field(16)],
    colours: field(13) <= INDEXED_CLASSES || depth === 1 ? readColours(view, field(0), colourCount, littleEndian) : new Map(),
  };
}

function readColours(view: DataView, start: number, count: number, littleEndian: boolean): Header['colours'] {
  const colours = new Map<number, readonly [number, number, number]>();
  for (let index = 0; index < count; index += 1) {
    const at = start + index * COLOUR_BYTES;
    const part = (offset: number): number => view.getUint16(at + offset, littleEndian) >>> 8;
    colours.set(view.getUint32(at, littleEndian), [part(4), part(6), part(8)]);
  }
  return colours;
}

function pixelAt(bytes: Uint8Array, header: Header, x: number, y: number): number {
  const row = header.dataStart + y * header.bytesPerLine;
  const { bitsPerPixel } = header;
  if (bitsPerPixel < 8) {
    const bit = x * bitsPerPixel;
    const byte = bytes[row + (bit >> 3)] ?? 0;
    const shift = header.firstBitIsLowest ? bit & 7 : 8 - bitsPerPixel - (bit & 7);
    return (byte >> shift) & ((1 << bitsPerPixel) - 1);
  }
  const size = bitsPerPixel / 8;
  let value = 0;
  for (let index = 0; index < size; index += 1) {
    const byte = bytes[row + x * size + (header.pixelsLittleEndian ? size - 1 - index : index)] ?? 0;
    value = value * 256 + byte;
  }
  return value;
}

function colourOf(value: number, { masks, bitsPerPixel }: Header): readonly [number, number, number] {
  if (masks.some((mask) => mask !== 0)) return [channel(value, masks[0]), channel(value, masks[1]), channel(value, masks[2])];
  const level = Math.round((value * 255) / (2 ** bitsPerPixel - 1));
  return [level, level, level];
}

/** Extracts the bits under a mask, scaled to 0…255. */
function channel(value: number, mask: number): number {
  if (mask === 0) return 0;
  const lowest = (mask & -mask) >>> 0;
  const highest = Math.floor(mask / lowest);
  return Math.round(((Math.floor(value / lowest) & highest) * 255) / highest);
}
