import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { counted, signed, spread } from './bits.ts';
import { type Field, type Grid, inRows, pointsOf } from './field.ts';
import { groupedValues } from './grouped.ts';
import { forecastTime, LEVELS, levelText, PARAMETERS_2 } from './names.ts';
import { plainValues, scalingOf } from './scaling.ts';

/** State from the sections before the values; fields of one message share sections that are not repeated. */
type Said = {
  discipline: number;
  time: number;
  grid?: Grid;
  product?: DataView;
  packing?: DataView;
  bitmap?: Uint8Array | undefined;
};

const INDICATOR = 16;
const END = '7777';

/** Reads the fields of a message of edition 2 (WMO Manual on Codes I.2). `bytes` is the full message. */
export function readSecondEdition(bytes: Uint8Array<ArrayBuffer>): readonly Field[] {
  const said: Said = { discipline: bytes[6] ?? 0, time: 0 };
  const fields: Field[] = [];
  for (let at = INDICATOR; at + 5 <= bytes.length; ) {
    if (new TextDecoder('latin1').decode(bytes.subarray(at, at + 4)) === END) break;
    const head = new DataView(bytes.buffer, bytes.byteOffset + at);
    const length = head.getUint32(0);
    if (length < 5 || at + length > bytes.length) throw corrupt('a section is cut off');
    const section = new DataView(bytes.buffer, bytes.byteOffset + at, length);
    const field = heard(section, said);
    if (field) fields.push(field);
    at += length;
  }
  return fields;
}

/** Processes a section by its number; the last one yields a field. */
function heard(section: DataView, said: Said): Field | undefined {
  switch (section.getUint8(4)) {
    case 1:
      said.time = startOf(section);
      return undefined;
    case 3:
      said.grid = gridOf(section);
      return undefined;
    case 4:
      said.product = section;
      return undefined;
    case 5:
      said.packing = section;
      return undefined;
    case 6:
      said.bitmap = bitmapOf(section, said.bitmap);
      return undefined;
    case 7:
      return fieldOf(section, said);
    default:
      return undefined;
  }
}

function startOf(section: DataView): number {
  const [month = 1, day = 1, hour = 0, minute = 0, second = 0] = [14, 15, 16, 17, 18].map((at) => section.getUint8(at));
  return Date.UTC(section.getUint16(12), month - 1, day, hour, minute, second);
}

const LATITUDE_LONGITUDE = 0;
const MILLIONTH = 1_000_000;

function gridOf(section: DataView): Grid {
  const template = section.getUint16(12);
  if (template >= 50 && template <= 53) throw new ConversionError('unsupported-feature', 'waves instead of a grid');
  if (section.getUint8(10) !== 0) throw new ConversionError('unsupported-feature', 'rows of unequal length');
  const [columns, rows] = [section.getUint32(30), section.getUint32(34)];
  if (template !== LATITUDE_LONGITUDE) return { columns, rows, scan: scanOf(section, template) };
  const corner = (at: number) => ({
    latitude: signed(section, at, 4) / MILLIONTH,
    longitude: signed(section, at + 4, 4) / MILLIONTH,
  });
  return { columns, rows, scan: section.getUint8(71), corners: { first: corner(46), last: corner(55) } };
}

/** Offset of the scanning mode in other grid templates (3.1 to 3.40). */
const SCAN_AT: Readonly<Record<number, number>> = { 1: 71, 10: 59, 20: 64, 30: 64, 31: 64, 40: 71 };

function scanOf(section: DataView, template: number): number {
  const at = SCAN_AT[template];
  if (at === undefined) throw new ConversionError('unsupported-feature', `a grid of kind ${template}`);
  return section.getUint8(at);
}

const NO_MAP = 255;
const MAP_BEFORE = 254;

function bitmapOf(section: DataView, before: Uint8Array | undefined): Uint8Array | undefined {
  const kind = section.getUint8(5);
  if (kind === NO_MAP) return undefined;
  if (kind === MAP_BEFORE) return before;
  if (kind !== 0) throw new ConversionError('unsupported-feature', 'a map of bits that is elsewhere');
  return new Uint8Array(section.buffer, section.byteOffset + 6, section.byteLength - 6);
}

function fieldOf(section: DataView, { discipline, time, grid, product, packing, bitmap }: Said): Field {
  if (!grid || !product || !packing) throw corrupt('values before what they are');
  const points = pointsOf(grid);
  const count = bitmap ? counted(bitmap, points) : points;
  const data = new Uint8Array(section.buffer, section.byteOffset + 5, section.byteLength - 5);
  const stored = storedValues(packing, data, count);
  return { ...labelsOf(product, discipline, time), grid, values: inRows(spread(stored, bitmap, points), grid) };
}

function storedValues(packing: DataView, data: Uint8Array, count: number): Float64Array {
  const template = packing.getUint16(9);
  if (template === 0) return plainValues(data, scalingOf(packing), count);
  if (template === 2 || template === 3) return groupedValues(packing, data, count);
  if (template === 4) return wholeFloats(packing, data, count);
  throw new ConversionError('unsupported-feature', `values packed in way ${template}`);
}

function wholeFloats(packing: DataView, data: Uint8Array, count: number): Float64Array {
  const isDouble = packing.getUint8(11) === 2;
  const view = viewOf(data);
  if (count * (isDouble ? 8 : 4) > data.length) throw corrupt('its numbers end too early');
  return Float64Array.from({ length: count }, (_, index) => (isDouble ? view.getFloat64(index * 8) : view.getFloat32(index * 4)));
}

/** Product templates up to this number start like 4.0: parameter, forecast time and level. */
const LAST_PLAIN_TEMPLATE = 15;

function labelsOf(product: DataView, discipline: number, start: number): Pick<Field, 'name' | 'level' | 'time'> {
  const [category, parameter] = [product.getUint8(9), product.getUint8(10)];
  const name = PARAMETERS_2[`${discipline}.${category}.${parameter}`] ?? `parameter ${discipline}.${category}.${parameter}`;
  if (product.getUint16(7) > LAST_PLAIN_TEMPLATE) return { name, level: '', time: forecastTime(start, 1, 0) };
  const kind = LEVELS[product.getUint8(22)];
  const height = product.getUint32(24) / 10 ** signed(product, 23, 1);
  // Edition 2 stores pressure in pascals.
  const level = kind === 'isobaric' ? height / 100 : height;
  return {
    name,
    level: kind === undefined ? `level ${product.getUint8(22)}` : levelText(kind, level),
    time: forecastTime(start, product.getUint8(17), signed(product, 18, 4)),
  };
}
