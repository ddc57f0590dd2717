import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Table, Value } from '@bakkum/data-tree/value';

export type Dimension = { readonly name: string; readonly size: number };
export type Attribute = { readonly name: string; readonly value: Value };

/** Values in storage order, last dimension fastest: numbers, or one string per element. */
export type Values = ArrayLike<number> | ArrayLike<bigint> | readonly string[];

export type Dataset = {
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  readonly attributes: readonly Attribute[];
  readonly values: Values;
};

/** Content of an array file. `tables`: rows stored beside its arrays, by name. */
export type ArrayFile = {
  readonly attributes: readonly Attribute[];
  readonly datasets: readonly Dataset[];
  readonly tables: ReadonlyMap<string, readonly Table[]>;
};

/** How numbers are stored. `narrow`: one byte of a string. */
export type NumberKind = 'i1' | 'u1' | 'i2' | 'u2' | 'i4' | 'u4' | 'i8' | 'u8' | 'f2' | 'f4' | 'f8' | 'text';

export const WIDTH: Readonly<Record<NumberKind, number>> = {
  i1: 1,
  u1: 1,
  i2: 2,
  u2: 2,
  i4: 4,
  u4: 4,
  i8: 8,
  u8: 8,
  f2: 2,
  f4: 4,
  f8: 8,
  text: 1,
};

/** More numbers than fit in memory as a table. */
const MAX_VALUES = 20_000_000;

/** Returns the number of elements in an array of these dimensions. Errors: `too-large`. */
export function placesOf(sizes: readonly number[]): number {
  const places = sizes.reduce((product, size) => product * size, 1);
  if (!(places <= MAX_VALUES)) throw new ConversionError('too-large', `an array of ${sizes.join(' × ')}`);
  return places;
}

type Read = (view: DataView, at: number, isLittle: boolean) => number;

const READ: Readonly<Record<Exclude<NumberKind, 'i8' | 'u8' | 'text'>, Read>> = {
  i1: (view, at) => view.getInt8(at),
  u1: (view, at) => view.getUint8(at),
  i2: (view, at, isLittle) => view.getInt16(at, isLittle),
  u2: (view, at, isLittle) => view.getUint16(at, isLittle),
  i4: (view, at, isLittle) => view.getInt32(at, isLittle),
  u4: (view, at, isLittle) => view.getUint32(at, isLittle),
  f2: (view, at, isLittle) => halfFloat(view.getUint16(at, isLittle)),
  f4: (view, at, isLittle) => Number(view.getFloat32(at, isLittle).toPrecision(7)),
  f8: (view, at, isLittle) => view.getFloat64(at, isLittle),
};

/** @throws RangeError if there are too few bytes */
export function numbersOf(bytes: Uint8Array, kind: NumberKind, isLittle: boolean, count: number): Values {
  const view = viewOf(bytes);
  if (count * WIDTH[kind] > bytes.length) throw new RangeError(`${count} numbers in ${bytes.length} bytes`);
  if (kind === 'text') return Array.from(bytes.subarray(0, count), (byte) => String.fromCharCode(byte));
  if (kind === 'i8') return Array.from({ length: count }, (_, index) => view.getBigInt64(index * 8, isLittle));
  if (kind === 'u8') return Array.from({ length: count }, (_, index) => view.getBigUint64(index * 8, isLittle));
  const [read, width] = [READ[kind], WIDTH[kind]];
  const numbers = new Float64Array(count);
  for (let index = 0; index < count; index += 1) numbers[index] = read(view, index * width, isLittle);
  return numbers;
}

/** Joins the characters of the last dimension into one string: UTF-8 if valid, otherwise Latin-1, up to a zero. */
export function textsOf(bytes: Uint8Array, sizes: readonly number[]): readonly string[] {
  const length = sizes.at(-1) ?? 1;
  const count = placesOf(sizes.slice(0, -1));
  return Array.from({ length: count }, (_, index) => textOf(bytes.subarray(index * length, (index + 1) * length)));
}

export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const own = end < 0 ? bytes : bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(own);
  } catch {
    return new TextDecoder('latin1').decode(own);
  }
}

/** An attribute's value: a number, a string, or a list. */
export function attributeValue(bytes: Uint8Array, kind: NumberKind, isLittle: boolean, count: number): Value {
  if (kind === 'text') return textOf(bytes.subarray(0, count));
  const values = Array.from<number | bigint | string>(numbersOf(bytes, kind, isLittle, count));
  return values.length === 1 ? (values[0] ?? null) : values;
}

/** IEEE 754 binary16. */
function halfFloat(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x80_00 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
