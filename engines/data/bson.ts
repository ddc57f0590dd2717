import { encodeHex } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ByteWriter } from '@bakkum/bytes/writer';
import { corrupt } from '@bakkum/conversion/errors';
import {
  assertDepth,
  type DataFormat,
  decimalOf,
  isList,
  isReal,
  isTable,
  Moment,
  type Notes,
  plainIso,
  Real,
  realNumber,
  type Table,
  type Value,
  wholeNumber,
  wordsOf,
} from '@bakkum/data-tree/value';

/** Element types (bsonspec.org, version 1.1). */
const TYPE = {
  double: 0x01,
  text: 0x02,
  table: 0x03,
  list: 0x04,
  bytes: 0x05,
  undefined: 0x06,
  objectId: 0x07,
  truth: 0x08,
  time: 0x09,
  none: 0x0a,
  pattern: 0x0b,
  code: 0x0d,
  symbol: 0x0e,
  int32: 0x10,
  timestamp: 0x11,
  int64: 0x12,
  decimal: 0x13,
} as const;

/** MongoDB documents, concatenated as in its dumps. */
export const bson: DataFormat = {
  binary: true,
  read(bytes, notes) {
    const cursor = new ByteReader(bytes, { littleEndian: true });
    const documents: Value[] = [];
    while (cursor.left > 0) documents.push(new Map(readDocument(cursor, notes, 0)));
    return documents.length === 1 ? (documents[0] ?? null) : documents;
  },
  write(value, notes) {
    const sink = new ByteWriter({ littleEndian: true });
    const isDump = isList(value) && value.length !== 1 && value.every(isTable);
    if (!isDump && !isTable(value)) notes.lose('structure-changed');
    const documents = isDump ? value : [isTable(value) ? value : new Map([['value', value]])];
    for (const document of documents) if (isTable(document)) writeDocument(sink, document, notes);
    return sink.finish();
  },
};

type Entry = readonly [key: string, value: Value];

function readDocument(cursor: ByteReader, notes: Notes, depth: number): readonly Entry[] {
  assertDepth(depth);
  const start = cursor.at;
  const size = cursor.i32();
  if (size < 5 || size > cursor.left + 4) throw corrupt('a document longer than the file');
  const entries: Entry[] = [];
  for (let type = cursor.u8(); type !== 0; type = cursor.u8()) {
    const key = untilZero(cursor);
    entries.push([key, readValue(cursor, type, notes, depth)]);
    if (cursor.at >= start + size) throw corrupt('an element past the end of its document');
  }
  if (cursor.at !== start + size) throw corrupt('a document of another length');
  return entries;
}

function untilZero(cursor: ByteReader): string {
  const end = cursor.bytes.indexOf(0, cursor.at);
  if (end < 0) throw corrupt('a name without an end');
  const text = cursor.strictUtf8(end - cursor.at);
  cursor.skip(1);
  return text;
}

function textOf(cursor: ByteReader): string {
  const text = cursor.strictUtf8(cursor.i32() - 1);
  cursor.skip(1);
  return text;
}

function readValue(cursor: ByteReader, type: number, notes: Notes, depth: number): Value {
  switch (type) {
    case TYPE.double:
      return realNumber(cursor.f64());
    case TYPE.text:
      return textOf(cursor);
    case TYPE.table:
      return new Map(readDocument(cursor, notes, depth + 1));
    case TYPE.list:
      return readDocument(cursor, notes, depth + 1).map(([, value]) => value);
    case TYPE.bytes: {
      const length = cursor.i32();
      cursor.skip(1);
      return cursor.take(length).slice();
    }
    case TYPE.truth:
      return cursor.u8() !== 0;
    case TYPE.time:
      return momentAt(cursor.i64());
    case TYPE.none:
      return null;
    case TYPE.int32:
      return cursor.i32();
    case TYPE.int64:
      return wholeNumber(cursor.i64());
    case TYPE.decimal:
      return decimal128(cursor.view, cursor.skip(16));
    default:
      notes.lose('types-changed');
      return readRare(cursor, type);
  }
}

/** Converts types specific to MongoDB to text. */
function readRare(cursor: ByteReader, type: number): Value {
  switch (type) {
    case TYPE.undefined:
    case 0xff:
    case 0x7f:
      return null;
    case TYPE.objectId:
      return encodeHex(cursor.take(12));
    case TYPE.pattern:
      return `/${untilZero(cursor)}/${untilZero(cursor)}`;
    case TYPE.code:
    case TYPE.symbol:
      return textOf(cursor);
    case TYPE.timestamp:
      return wholeNumber(cursor.u64());
    default:
      throw corrupt(`an element of type ${type}`);
  }
}

function momentAt(milliseconds: bigint): Moment {
  const time = new Date(Number(milliseconds));
  if (Number.isNaN(time.getTime())) throw corrupt('a time that is none');
  return new Moment(plainIso(time), 'instant');
}

/** IEEE 754 decimal128 with a binary coefficient. */
function decimal128(view: DataView, at: number): Value {
  const high = view.getBigUint64(at + 8, true);
  const sign = high >> 63n === 1n ? -1n : 1n;
  if (((high >> 58n) & 0x1fn) === 0x1fn) return Number.NaN;
  if (((high >> 58n) & 0x1fn) === 0x1en) return sign > 0n ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  if (((high >> 61n) & 3n) === 3n) return new Real(0); // an out-of-range coefficient counts as zero
  const exponent = Number((high >> 49n) & 0x3fffn) - 6176;
  const coefficient = ((high & 0x1_ffff_ffff_ffffn) << 64n) | view.getBigUint64(at, true);
  if (Math.abs(exponent) > 40) return new Real(Number(`${sign * coefficient}e${exponent}`), `${sign * coefficient}e${exponent}`);
  return decimalOf(sign * coefficient, -exponent);
}

function writeDocument(sink: ByteWriter, entries: Iterable<Entry> | Table, notes: Notes): void {
  const inner = new ByteWriter({ littleEndian: true });
  for (const [key, value] of entries) {
    const name = new TextEncoder().encode(key.replaceAll('\0', ''));
    if (key.includes('\0')) notes.lose('structure-changed');
    writeElement(inner, name, value, notes);
  }
  const content = inner.finish();
  sink.u32(content.length + 5);
  sink.put(content);
  sink.u8(0);
}

function writeElement(sink: ByteWriter, name: Uint8Array, value: Value, notes: Notes): void {
  const begin = (type: number): void => {
    sink.u8(type);
    sink.put(name);
    sink.u8(0);
  };
  if (value === null) begin(TYPE.none);
  else if (typeof value === 'boolean') {
    begin(TYPE.truth);
    sink.u8(value ? 1 : 0);
  } else if (value instanceof Uint8Array) {
    begin(TYPE.bytes);
    sink.u32(value.length);
    sink.u8(0);
    sink.put(value);
  } else if (isList(value)) {
    begin(TYPE.list);
    writeDocument(
      sink,
      value.map((child, index): Entry => [String(index), child]),
      notes,
    );
  } else if (isTable(value)) {
    begin(TYPE.table);
    writeDocument(sink, value, notes);
  } else if (value instanceof Moment && value.kind === 'instant' && !Number.isNaN(Date.parse(value.iso))) {
    begin(TYPE.time);
    sink.u64(BigInt(Date.parse(value.iso)));
  } else writeScalar(sink, begin, value, notes);
}

function writeScalar(
  sink: ByteWriter,
  begin: (type: number) => void,
  value: string | number | bigint | Real | Moment,
  notes: Notes,
): void {
  if ((typeof value === 'number' || value instanceof Real) && isReal(value)) {
    begin(TYPE.double);
    sink.f64(value instanceof Real ? value.value : value);
  } else if ((typeof value === 'number' || typeof value === 'bigint') && BigInt.asIntN(64, BigInt(value)) === BigInt(value)) {
    const isShort = BigInt.asIntN(32, BigInt(value)) === BigInt(value);
    begin(isShort ? TYPE.int32 : TYPE.int64);
    if (isShort) sink.u32(Number(value));
    else sink.u64(BigInt(value));
  } else {
    if (typeof value !== 'string') notes.lose('types-changed');
    begin(TYPE.text);
    const text = new TextEncoder().encode(wordsOf(value));
    sink.u32(text.length + 1);
    sink.put(text);
    sink.u8(0);
  }
}
