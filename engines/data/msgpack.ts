import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { ByteCursor, ByteSink, encodeUtf8 } from '@bakkum/data-tree/byte-cursor';
import {
  assertDepth,
  type DataFormat,
  isList,
  isReal,
  isTable,
  Moment,
  type Notes,
  plainIso,
  Real,
  realNumber,
  type Value,
  wholeNumber,
  wordsOf,
} from '@bakkum/data-tree/value';

const TIMESTAMP = -1;

function readValue(cursor: ByteCursor, notes: Notes, depth: number): Value {
  assertDepth(depth);
  const head = cursor.byte();
  if (head < 0x80) return head;
  if (head >= 0xe0) return head - 0x100;
  if (head < 0x90) return tableIn(cursor, head & 0x0f, notes, depth);
  if (head < 0xa0) return listIn(cursor, head & 0x0f, notes, depth);
  if (head < 0xc0) return cursor.text(head & 0x1f);
  if (head >= 0xd4 && head <= 0xd8) return readExtension(cursor, 1 << (head - 0xd4));
  const read = READERS[head];
  if (!read) throw corrupt('a byte that begins no value');
  return read(cursor, notes, depth);
}

type Reader = (cursor: ByteCursor, notes: Notes, depth: number) => Value;

const unsigned =
  (length: number): Reader =>
  (cursor) =>
    wholeNumber(BigInt(cursor.unsigned(length)));
const signed =
  (length: number): Reader =>
  (cursor) =>
    wholeNumber(BigInt.asIntN(length * 8, BigInt(cursor.unsigned(length))));
const listOf =
  (length: number): Reader =>
  (cursor, notes, depth) =>
    listIn(cursor, cursor.length(length), notes, depth);
const tableOf =
  (length: number): Reader =>
  (cursor, notes, depth) =>
    tableIn(cursor, cursor.length(length), notes, depth);
const bytesOf =
  (length: number): Reader =>
  (cursor) =>
    cursor.take(cursor.length(length));
const textOf =
  (length: number): Reader =>
  (cursor) =>
    cursor.text(cursor.length(length));
const extensionOf =
  (length: number): Reader =>
  (cursor) =>
    readExtension(cursor, cursor.length(length));

const READERS: Readonly<Record<number, Reader>> = {
  192: () => null,
  194: () => false,
  195: () => true,
  196: bytesOf(1),
  197: bytesOf(2),
  198: bytesOf(4),
  199: extensionOf(1),
  200: extensionOf(2),
  201: extensionOf(4),
  202: (cursor) => realNumber(cursor.view.getFloat32(cursor.skip(4))),
  203: (cursor) => realNumber(cursor.view.getFloat64(cursor.skip(8))),
  204: unsigned(1),
  205: unsigned(2),
  206: unsigned(4),
  207: unsigned(8),
  208: signed(1),
  209: signed(2),
  210: signed(4),
  211: signed(8),
  217: textOf(1),
  218: textOf(2),
  219: textOf(4),
  220: listOf(2),
  221: listOf(4),
  222: tableOf(2),
  223: tableOf(4),
};

/** Each value takes at least one byte, so the count cannot exceed the remaining bytes. */
function assertRoom(cursor: ByteCursor, length: number): void {
  if (length > cursor.left) throw corrupt('more values than the file has bytes');
}

function listIn(cursor: ByteCursor, length: number, notes: Notes, depth: number): Value {
  assertRoom(cursor, length);
  return Array.from({ length }, () => readValue(cursor, notes, depth + 1));
}

function tableIn(cursor: ByteCursor, length: number, notes: Notes, depth: number): Value {
  assertRoom(cursor, length);
  const table = new Map<string, Value>();
  for (let index = 0; index < length; index += 1) {
    const key = readValue(cursor, notes, depth + 1);
    if (typeof key !== 'string') notes.lose('types-changed');
    if (isList(key) || isTable(key)) throw new ConversionError('unsupported-feature', 'a key that is no scalar');
    table.set(wordsOf(key), readValue(cursor, notes, depth + 1));
  }
  return table;
}

/** Reads a timestamp: seconds since 1970, with nanoseconds in the longer forms. */
function readExtension(cursor: ByteCursor, length: number): Value {
  const type = cursor.view.getInt8(cursor.skip(1));
  const data = cursor.take(length);
  const view = new DataView(data.buffer);
  if (type !== TIMESTAMP) throw new ConversionError('unsupported-feature', `an extension of type ${type}`);
  if (length === 4) return instant(view.getUint32(0), 0);
  if (length === 8) {
    const both = view.getBigUint64(0);
    return instant(Number(both & 0x3_ffff_ffffn), Number(both >> 34n));
  }
  if (length !== 12) throw corrupt('a time of that length');
  return instant(Number(view.getBigInt64(4)), view.getUint32(0));
}

function instant(seconds: number, nanoseconds: number): Moment {
  const time = new Date(seconds * 1000 + Math.floor(nanoseconds / 1_000_000));
  if (Number.isNaN(time.getTime())) throw corrupt('a time that is none');
  return new Moment(plainIso(time), 'instant');
}

function writeText(sink: ByteSink, text: string): void {
  const bytes = encodeUtf8(text);
  if (bytes.length < 32) {
    sink.byte(0xa0 | bytes.length);
    sink.put(bytes);
  } else writeSized(sink, bytes.length, { 1: 0xd9, 2: 0xda, 4: 0xdb }, bytes);
}

function writeSized(sink: ByteSink, length: number, heads: Readonly<Record<1 | 2 | 4, number>>, bytes: Uint8Array): void {
  const size = length < 0x100 ? 1 : length < 0x1_0000 ? 2 : 4;
  sink.byte(heads[size]);
  if (size === 1) sink.byte(length);
  else sink.number(size, (view) => (size === 2 ? view.setUint16(0, length) : view.setUint32(0, length)));
  sink.put(bytes);
}

function writeCount(sink: ByteSink, count: number, small: number, medium: number, large: number): void {
  if (count < 16) sink.byte(small | count);
  else if (count < 0x1_0000) {
    sink.byte(medium);
    sink.number(2, (view) => view.setUint16(0, count));
  } else {
    sink.byte(large);
    sink.number(4, (view) => view.setUint32(0, count));
  }
}

function writeMoment(sink: ByteSink, moment: Moment, notes: Notes): void {
  const milliseconds = moment.kind === 'instant' ? Date.parse(moment.iso) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    notes.lose('types-changed');
    writeText(sink, moment.iso);
    return;
  }
  const seconds = Math.floor(milliseconds / 1000);
  sink.byte(0xc7, 12, 0xff);
  sink.number(4, (view) => view.setUint32(0, (milliseconds - seconds * 1000) * 1_000_000));
  sink.number(8, (view) => view.setBigInt64(0, BigInt(seconds)));
}

function writeWhole(sink: ByteSink, whole: bigint, notes: Notes): void {
  if (whole >= 0n && whole < 128n) sink.byte(Number(whole));
  else if (whole < 0n && whole >= -32n) sink.byte(Number(whole) + 0x100);
  else if (whole >= -(2n ** 31n) && whole < 2n ** 31n) {
    sink.byte(0xd2);
    sink.number(4, (view) => view.setInt32(0, Number(whole)));
  } else if (whole >= -(2n ** 63n) && whole < 2n ** 64n) {
    sink.byte(whole < 0n ? 0xd3 : 0xcf);
    sink.number(8, (view) => (whole < 0n ? view.setBigInt64(0, whole) : view.setBigUint64(0, whole)));
  } else {
    notes.lose('types-changed');
    writeText(sink, String(whole));
  }
}

function writeValue(sink: ByteSink, value: Value, notes: Notes): void {
  if (value === null) sink.byte(0xc0);
  else if (typeof value === 'boolean') sink.byte(value ? 0xc3 : 0xc2);
  else if (typeof value === 'string') writeText(sink, value);
  else if (value instanceof Uint8Array) writeSized(sink, value.length, { 1: 0xc4, 2: 0xc5, 4: 0xc6 }, value);
  else if (value instanceof Moment) writeMoment(sink, value, notes);
  else if (isList(value)) {
    writeCount(sink, value.length, 0x90, 0xdc, 0xdd);
    for (const child of value) writeValue(sink, child, notes);
  } else if (isTable(value)) {
    writeCount(sink, value.size, 0x80, 0xde, 0xdf);
    for (const entry of value) for (const part of entry) writeValue(sink, part, notes);
  } else if (isReal(value)) {
    sink.byte(0xcb);
    sink.number(8, (view) => view.setFloat64(0, value instanceof Real ? value.value : Number(value)));
  } else writeWhole(sink, BigInt(value), notes);
}

/** MessagePack. A file of several values is read as a list. */
export const msgpack: DataFormat = {
  binary: true,
  read(bytes, notes) {
    const cursor = new ByteCursor(bytes);
    const values: Value[] = [];
    while (cursor.left > 0) values.push(readValue(cursor, notes, 0));
    return values.length === 1 ? (values[0] ?? null) : values;
  },
  write(value, notes) {
    const sink = new ByteSink();
    writeValue(sink, value, notes);
    return sink.finish();
  },
};
