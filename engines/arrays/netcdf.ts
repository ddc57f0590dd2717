import type { Bytes } from '@bakkum/bytes/bytes';
import { smallest } from '@bakkum/bytes/long-lists';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError } from '@bakkum/conversion/errors';
import {
  type ArrayFile,
  type Attribute,
  attributeValue,
  type Dataset,
  type Dimension,
  type NumberKind,
  numbersOf,
  placesOf,
  textOf,
  textsOf,
  type Values,
  WIDTH,
} from './array-file.ts';

/** Value types by number (classic netCDF formats 1, 2 and 5). */
const KINDS: readonly (NumberKind | undefined)[] = [
  undefined,
  'i1',
  'text',
  'i2',
  'i4',
  'f4',
  'f8',
  'u1',
  'u2',
  'u4',
  'i8',
  'u8',
];

const [DIMENSIONS, VARIABLES, ATTRIBUTES] = [10, 11, 12];
/** More entries than real files have. */
const MAX_ENTRIES = 100_000;

class Cursor extends ByteReader {
  readonly version: number;

  constructor(bytes: Bytes) {
    super(bytes, { at: 3 });
    this.version = this.u8();
  }

  /** Reads a count: 64 bits in format 5, otherwise 32. */
  count(): number {
    return this.version === 5 ? this.uint(8) : this.u32();
  }

  /** Reads bytes that are padded to a multiple of four. */
  padded(length: number): Bytes {
    const taken = this.take(length);
    this.at += (4 - (length % 4)) % 4;
    return taken;
  }

  name(): string {
    return textOf(this.padded(this.count()));
  }

  /** Reads a tagged list of entries; a zero tag means an empty list. */
  list<T>(mark: number, read: () => T): readonly T[] {
    const [found, count] = [this.u32(), this.count()];
    if (found !== mark && (found !== 0 || count !== 0)) throw new ConversionError('corrupt', `mark ${found} instead of ${mark}`);
    if (count > MAX_ENTRIES) throw new ConversionError('too-large', `${count} entries`);
    return Array.from({ length: count }, read);
  }

  kind(): NumberKind {
    const kind = KINDS[this.u32()];
    if (!kind) throw new ConversionError('corrupt', 'a type of values that is none');
    return kind;
  }

  attributes(): readonly Attribute[] {
    return this.list(ATTRIBUTES, () => {
      const [name, kind, count] = [this.name(), this.kind(), this.count()];
      return { name, value: attributeValue(this.padded(count * WIDTH[kind]), kind, false, count) };
    });
  }
}

type Variable = {
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  readonly attributes: readonly Attribute[];
  readonly kind: NumberKind;
  readonly begin: number;
  /** Its first dimension is unlimited, so its values are spread over the records. */
  readonly isRecord: boolean;
};

/** Reads a classic netCDF file. Errors: `corrupt`, `too-large`. netCDF 4 files are HDF5 and are not read here. */
export function readNetcdf(bytes: Bytes): ArrayFile {
  const cursor = new Cursor(bytes);
  const records = cursor.count();
  const known = cursor.list(DIMENSIONS, () => ({ name: cursor.name(), size: cursor.count() }));
  const attributes = cursor.attributes();
  const found = cursor.list(VARIABLES, () => variableAt(cursor, known));
  const counted = recordsIn(bytes, records, found);
  const variables = found.map((each) => (each.isRecord ? withRecords(each, counted) : each));
  const stride = strideOf(found);
  return { attributes, datasets: variables.map((each) => datasetOf(bytes, each, stride)), tables: new Map() };
}

function variableAt(cursor: Cursor, known: readonly Dimension[]): Variable {
  const name = cursor.name();
  const count = cursor.count();
  if (count > 1024) throw new ConversionError('corrupt', `${count} dimensions`);
  const dimensions = Array.from({ length: count }, () => {
    const dimension = known[cursor.count()];
    if (!dimension) throw new ConversionError('corrupt', 'a dimension that is none');
    return dimension;
  });
  const attributes = cursor.attributes();
  const kind = cursor.kind();
  cursor.count(); // The stored size is ignored in favour of the dimensions.
  const begin = cursor.version === 1 ? cursor.u32() : cursor.uint(8);
  return { name, dimensions, attributes, kind, begin, isRecord: dimensions[0]?.size === 0 };
}

/** A file still being written has a record count of all ones; the count then follows from the file's length. */
function recordsIn(bytes: Bytes, said: number, variables: readonly Variable[]): number {
  if (said < 0xff_ff_ff_ff) return said;
  const begins = variables.filter(({ isRecord }) => isRecord).map(({ begin }) => begin);
  return begins.length === 0 ? 0 : Math.floor((bytes.length - smallest(begins)) / strideOf(variables));
}

const withRecords = (variable: Variable, size: number): Variable => ({
  ...variable,
  dimensions: variable.dimensions.map((dimension, index) => (index === 0 ? { ...dimension, size } : dimension)),
});

const recordLength = ({ dimensions, kind }: Variable): number =>
  placesOf(dimensions.slice(1).map(({ size }) => size)) * WIDTH[kind];

/** Bytes of one record across all variables. Each part is padded to four bytes unless there is only one variable. */
function strideOf(variables: readonly Variable[]): number {
  const lengths = variables.filter(({ isRecord }) => isRecord).map(recordLength);
  const [only = 0] = lengths;
  return lengths.length === 1 ? only : lengths.reduce((sum, length) => sum + Math.ceil(length / 4) * 4, 0);
}

function datasetOf(bytes: Bytes, variable: Variable, stride: number): Dataset {
  const { name, kind, attributes } = variable;
  const sizes = variable.dimensions.map(({ size }) => size);
  const raw = variable.isRecord
    ? recordsOf(bytes, variable, stride)
    : stretch(bytes, variable.begin, placesOf(sizes) * WIDTH[kind]);
  const isText = kind === 'text' && sizes.length > 0;
  const values: Values = isText ? textsOf(raw, sizes) : numbersOf(raw, kind, false, placesOf(sizes));
  return { name, attributes, values, dimensions: isText ? variable.dimensions.slice(0, -1) : variable.dimensions };
}

function recordsOf(bytes: Bytes, variable: Variable, stride: number): Bytes {
  const [length, count] = [recordLength(variable), variable.dimensions[0]?.size ?? 0];
  placesOf(variable.dimensions.map(({ size }) => size));
  if (count > 0) stretch(bytes, variable.begin + (count - 1) * stride, length);
  const joined = new Uint8Array(count * length);
  for (let record = 0; record < count; record += 1)
    joined.set(stretch(bytes, variable.begin + record * stride, length), record * length);
  return joined;
}

function stretch(bytes: Bytes, begin: number, length: number): Bytes {
  if (begin + length > bytes.length) throw new ConversionError('corrupt', 'values lie outside the file');
  return bytes.subarray(begin, begin + length);
}
