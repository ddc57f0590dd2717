import { MsbBits } from '@bakkum/bytes/bits';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { counted, signed, spread } from './bits.ts';
import { type Field, type Grid, inRows, pointsOf } from './field.ts';
import { forecastTime, LEVELS, levelText, PARAMETERS_1 } from './names.ts';

const uint24 = (view: DataView, at: number): number => view.getUint16(at) * 256 + view.getUint8(at + 2);

/**
 * Reads a message of edition 1 (WMO-No. 306, FM 92 GRIB). `bytes` is the full message. Errors: `corrupt`, `unsupported-feature`.
 */
export function readFirstEdition(bytes: Uint8Array<ArrayBuffer>): Field {
  let at = 8;
  const section = (): DataView => {
    const length = uint24(new DataView(bytes.buffer, bytes.byteOffset + at), 0);
    if (length < 11 || at + length > bytes.length) throw corrupt('a section is cut off');
    at += length;
    return new DataView(bytes.buffer, bytes.byteOffset + at - length, length);
  };
  const product = section();
  const flags = product.getUint8(7);
  if ((flags & 0x80) === 0) throw new ConversionError('unsupported-feature', 'a grid known by its number alone');
  const grid = gridOf(section());
  const bitmap = (flags & 0x40) === 0 ? undefined : bitmapOf(section());
  const points = pointsOf(grid);
  const stored = valuesOf(section(), signed(product, 26, 2), bitmap ? counted(bitmap, points) : points);
  return { ...labelsOf(product), grid, values: inRows(spread(stored, bitmap, points), grid) };
}

function labelsOf(product: DataView): Pick<Field, 'name' | 'level' | 'time'> {
  const parameter = product.getUint8(8);
  const level = product.getUint8(9);
  const century = product.getUint8(24);
  const year = (century - 1) * 100 + product.getUint8(12);
  const parts = [13, 14, 15, 16].map((index) => product.getUint8(index));
  const [month = 1, day = 1, hour = 0, minute = 0] = parts;
  const start = Date.UTC(year, month - 1, day, hour, minute);
  const range = product.getUint8(20);
  const steps = range === 10 ? product.getUint16(18) : range >= 2 && range <= 5 ? product.getUint8(19) : product.getUint8(18);
  // From number 128, parameter tables differ between centres.
  const known = parameter < 128 ? PARAMETERS_1[parameter] : undefined;
  return {
    name: known ?? `parameter ${parameter}`,
    level: LEVELS[level] === undefined ? `level ${level}` : levelText(LEVELS[level], product.getUint16(10)),
    time: forecastTime(start, product.getUint8(17), steps),
  };
}

const LATITUDE_LONGITUDE = 0;
const THOUSANDTH = 1000;

function gridOf(section: DataView): Grid {
  const [columns, rows] = [section.getUint16(6), section.getUint16(8)];
  if (section.getUint8(5) >= 50) throw new ConversionError('unsupported-feature', 'waves instead of a grid');
  if (columns === 0xffff || rows === 0xffff) throw new ConversionError('unsupported-feature', 'rows of unequal length');
  const scan = section.getUint8(27);
  if (section.getUint8(5) !== LATITUDE_LONGITUDE) return { columns, rows, scan };
  const corner = (at: number) => ({
    latitude: signed(section, at, 3) / THOUSANDTH,
    longitude: signed(section, at + 3, 3) / THOUSANDTH,
  });
  return { columns, rows, scan, corners: { first: corner(10), last: corner(17) } };
}

function bitmapOf(section: DataView): Uint8Array {
  if (section.getUint16(4) !== 0) throw new ConversionError('unsupported-feature', 'a map of bits that is elsewhere');
  return new Uint8Array(section.buffer, section.byteOffset + 6, section.byteLength - 6);
}

function valuesOf(section: DataView, decimals: number, count: number): Float64Array {
  const flags = section.getUint8(3);
  if ((flags & 0xc0) !== 0) throw new ConversionError('unsupported-feature', 'values packed in groups or as waves');
  const scale = 2 ** signed(section, 4, 2);
  const reference = floatOfMainframe(section, 6);
  const width = section.getUint8(10);
  const factor = 10 ** -decimals;
  const values = new Float64Array(count);
  if (width === 0) return values.fill(reference * factor);
  const bits = new MsbBits(new Uint8Array(section.buffer, section.byteOffset + 11, section.byteLength - 11));
  for (let index = 0; index < count; index += 1) values[index] = (reference + bits.read(width) * scale) * factor;
  return values;
}

/** Reads an IBM floating-point number: a sign, a base-16 exponent and a three-byte fraction. */
function floatOfMainframe(view: DataView, at: number): number {
  const first = view.getUint8(at);
  const value = uint24(view, at + 1) * 16 ** ((first & 0x7f) - 70);
  return (first & 0x80) === 0 ? value : -value;
}
