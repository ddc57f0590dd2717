import { corrupt } from '@bakkum/conversion/errors';
import { ByteCursor, ByteSink, encodeUtf8 } from '@bakkum/data-tree/byte-cursor';
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
    const cursor = new ByteCursor(bytes);
    const documents: Value[] = [];
    while (cursor.left > 0) documents.push(new Map(readDocument(cursor, notes, 0)));
    return documents.length === 1 ? (documents[0] ?? null) : documents;
  },
  write(value, notes) {
    const sink = new ByteSink();
    const isDump = isList(value) && value.length !== 1 && value.every(isTable);
    if (!isDump && !isTable(value)) notes.lose('structure-changed');
    const documents = isDump ? value : [isTable(value) ? value : new Map([['value', value]])];
    for (const document of documents) if (isTable(document)) writeDocument(sink, document, notes);
    return sink.finish();
  },
};

type Entry = readonly [key: string, value: Value];

const int32 = (cursor: ByteCursor): number => cursor.view.getInt32(cursor.skip(4), true);

function readDocument(cursor: ByteCursor, notes: Notes, depth: number): readonly Entry[] {
  assertDepth(depth);
  const start = cursor.at;
  const size = int32(cursor);
  if (size < 5 || size > cursor.left + 4) throw corrupt('a document longer than the file');
  const entries: Entry[] = [];
  for (let type = cursor.byte(); type !== 0; type = cursor.byte()) {
    const key = untilZero(cursor);
    entries.push([key, readValue(cursor, type, notes, depth)]);
    if (cursor.at >= start + size) throw corrupt('an element past the end of its document');
  }
  if (cursor.at !== start + size) throw corrupt('a document of another length');
  return entries;
}

function untilZero(cursor: ByteCursor): string {
  const end = cursor.bytes.indexOf(0, cursor.at);
  if (end < 0) throw corrupt('a name without an end');
  const text = cursor.text(end - cursor.at);
  cursor.skip(1);
  return text;
}

function textOf(cursor: ByteCursor): string {
  const text = cursor.text(int32(cursor) - 1);
  cursor.skip(1);
  return text;
}

function readValue(cursor: ByteCursor, type: number, notes: Notes, depth: number): Value {
  switch (type) {
    case TYPE.double:
      return realNumber(cursor.view.getFloat64(cursor.skip(8), true));
    case TYPE.text:
      return textOf(cursor);
    case TYPE.table:
      return new Map(readDocument(cursor, notes, depth + 1));
    case TYPE.list:
      return readDocument(cursor, notes, depth + 1).map(([, value]) => value);
    case TYPE.bytes: {
      const length = int32(cursor);
      cursor.skip(1);
      return cursor.take(length);
    }
    case TYPE.truth:
      return cursor.byte() !== 0;
    case TYPE.time:
      return momentAt(cursor.view.getBigInt64(cursor.skip(8), true));
    case TYPE.none:
      return null;
    case TYPE.int32:
      return int32(cursor);
    case TYPE.int64:
      return wholeNumber(cursor.view.getBigInt64(cursor.skip(8), true));
    case TYPE.decimal:
      return decimal128(cursor.view, cursor.skip(16));
    default:
      notes.lose('types-changed');
      return readRare(cursor, type);
  }
}

/** Converts types specific to MongoDB to text. */
function readRare(cursor: ByteCursor, type: number): Value {
  switch (type) {
    case TYPE.undefined:
    case 0xff:
    case 0x7f:
      return null;
    case TYPE.objectId:
      return Array.from(cursor.take(12), (byte) => byte.toString(16).padStart(2, '0')).join('');
    case TYPE.pattern:
      return `/${untilZero(cursor)}/${untilZero(cursor)}`;
    case TYPE.code:
    case TYPE.symbol:
      return textOf(cursor);
    case TYPE.timestamp:
      return wholeNumber(cursor.view.getBigUint64(cursor.skip(8), true));
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

function writeDocument(sink: ByteSink, entries: Iterable<Entry> | Table, notes: Notes): void {
  const inner = new ByteSink();
  for (const [key, value] of entries) {
    const name = encodeUtf8(key.replaceAll('\0', ''));
    if (key.includes('\0')) notes.lose('structure-changed');
    writeElement(inner, name, value, notes);
  }
  const content = inner.finish();
  sink.number(4, (view) => view.setInt32(0, content.length + 5, true));
  sink.put(content);
  sink.byte(0);
}

function writeElement(sink: ByteSink, name: Uint8Array, value: Value, notes: Notes): void {
  const begin = (type: number): void => {
    sink.byte(type);
    sink.put(name);
    sink.byte(0);
  };
  if (value === null) begin(TYPE.none);
  else if (typeof value === 'boolean') {
    begin(TYPE.truth);
    sink.byte(value ? 1 : 0);
  } else if (value instanceof Uint8Array) {
    begin(TYPE.bytes);
    sink.number(4, (view) => view.setInt32(0, value.length, true));
    sink.byte(0);
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
    sink.number(8, (view) => view.setBigInt64(0, BigInt(Date.parse(value.iso)), true));
  } else writeScalar(sink, begin, value, notes);
}

function writeScalar(
  sink: ByteSink,
  begin: (type: number) => void,
  value: string | number | bigint | Real | Moment,
  notes: Notes,
): void {
  if ((typeof value === 'number' || value instanceof Real) && isReal(value)) {
    begin(TYPE.double);
    sink.number(8, (view) => view.setFloat64(0, value instanceof Real ? value.value : value, true));
  } else if ((typeof value === 'number' || typeof value === 'bigint') && BigInt.asIntN(64, BigInt(value)) === BigInt(value)) {
    const isShort = BigInt.asIntN(32, BigInt(value)) === BigInt(value);
    begin(isShort ? TYPE.int32 : TYPE.int64);
    if (isShort) sink.number(4, (view) => view.setInt32(0, Number(value), true));
    else sink.number(8, (view) => view.setBigInt64(0, BigInt(value), true));
  } else {
    if (typeof value !== 'string') notes.lose('types-changed');
    begin(TYPE.text);
    const text = encodeUtf8(wordsOf(value));
    sink.number(4, (view) => view.setInt32(0, text.length + 1, true));
    sink.put(text);
    sink.byte(0);
  }
}
