import { viewOf } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ByteWriter } from '@bakkum/bytes/writer';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
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

function readValue(cursor: ByteReader, notes: Notes, depth: number): Value {
  assertDepth(depth);
  const head = cursor.u8();
  if (head < 0x80) return head;
  if (head >= 0xe0) return head - 0x100;
  if (head < 0x90) return tableIn(cursor, head & 0x0f, notes, depth);
  if (head < 0xa0) return listIn(cursor, head & 0x0f, notes, depth);
  if (head < 0xc0) return cursor.strictUtf8(head & 0x1f);
  if (head >= 0xd4 && head <= 0xd8) return readExtension(cursor, 1 << (head - 0xd4));
  const read = READERS[head];
  if (!read) throw corrupt('a byte that begins no value');
  return read(cursor, notes, depth);
}

type Reader = (cursor: ByteReader, notes: Notes, depth: number) => Value;

const unsigned =
  (length: number): Reader =>
  (cursor) =>
    length === 8 ? wholeNumber(cursor.u64()) : cursor.uint(length);
const signed =
  (length: number): Reader =>
  (cursor) =>
    wholeNumber(BigInt.asIntN(length * 8, length === 8 ? cursor.u64() : BigInt(cursor.uint(length))));
const listOf =
  (length: number): Reader =>
  (cursor, notes, depth) =>
    listIn(cursor, cursor.uint(length), notes, depth);
const tableOf =
  (length: number): Reader =>
  (cursor, notes, depth) =>
    tableIn(cursor, cursor.uint(length), notes, depth);
const bytesOf =
  (length: number): Reader =>
  (cursor) =>
    cursor.take(cursor.uint(length)).slice();
const textOf =
  (length: number): Reader =>
  (cursor) =>
    cursor.strictUtf8(cursor.uint(length));
const extensionOf =
  (length: number): Reader =>
  (cursor) =>
    readExtension(cursor, cursor.uint(length));

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
  202: (cursor) => realNumber(cursor.f32()),
  203: (cursor) => realNumber(cursor.f64()),
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
function assertRoom(cursor: ByteReader, length: number): void {
  if (length > cursor.left) throw corrupt('more values than the file has bytes');
}

function listIn(cursor: ByteReader, length: number, notes: Notes, depth: number): Value {
  assertRoom(cursor, length);
  return Array.from({ length }, () => readValue(cursor, notes, depth + 1));
}

function tableIn(cursor: ByteReader, length: number, notes: Notes, depth: number): Value {
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
function readExtension(cursor: ByteReader, length: number): Value {
  const type = cursor.i8();
  const data = cursor.take(length);
  const view = viewOf(data);
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

function writeText(sink: ByteWriter, text: string): void {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < 32) {
    sink.u8(0xa0 | bytes.length);
    sink.put(bytes);
  } else writeSized(sink, bytes.length, { 1: 0xd9, 2: 0xda, 4: 0xdb }, bytes);
}

function writeSized(sink: ByteWriter, length: number, heads: Readonly<Record<1 | 2 | 4, number>>, bytes: Uint8Array): void {
  const size = length < 0x100 ? 1 : length < 0x1_0000 ? 2 : 4;
  sink.u8(heads[size]);
  if (size === 1) sink.u8(length);
  else if (size === 2) sink.u16(length);
  else sink.u32(length);
  sink.put(bytes);
}

function writeCount(sink: ByteWriter, count: number, small: number, medium: number, large: number): void {
  if (count < 16) sink.u8(small | count);
  else if (count < 0x1_0000) {
    sink.u8(medium);
    sink.u16(count);
  } else {
    sink.u8(large);
    sink.u32(count);
  }
}

function writeMoment(sink: ByteWriter, moment: Moment, notes: Notes): void {
  const milliseconds = moment.kind === 'instant' ? Date.parse(moment.iso) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    notes.lose('types-changed');
    writeText(sink, moment.iso);
    return;
  }
  const seconds = Math.floor(milliseconds / 1000);
  sink.u8(0xc7, 12, 0xff);
  sink.u32((milliseconds - seconds * 1000) * 1_000_000);
  sink.u64(BigInt(seconds));
}

function writeWhole(sink: ByteWriter, whole: bigint, notes: Notes): void {
  if (whole >= 0n && whole < 128n) sink.u8(Number(whole));
  else if (whole < 0n && whole >= -32n) sink.u8(Number(whole) + 0x100);
  else if (whole >= -(2n ** 31n) && whole < 2n ** 31n) {
    sink.u8(0xd2);
    sink.u32(Number(whole));
  } else if (whole >= -(2n ** 63n) && whole < 2n ** 64n) {
    sink.u8(whole < 0n ? 0xd3 : 0xcf);
    sink.u64(whole);
  } else {
    notes.lose('types-changed');
    writeText(sink, String(whole));
  }
}

function writeValue(sink: ByteWriter, value: Value, notes: Notes): void {
  if (value === null) sink.u8(0xc0);
  else if (typeof value === 'boolean') sink.u8(value ? 0xc3 : 0xc2);
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
    sink.u8(0xcb);
    sink.f64(value instanceof Real ? value.value : Number(value));
  } else writeWhole(sink, BigInt(value), notes);
}

/** MessagePack. A file of several values is read as a list. */
export const msgpack: DataFormat = {
  binary: true,
  read(bytes, notes) {
    const cursor = new ByteReader(bytes);
    const values: Value[] = [];
    while (cursor.left > 0) values.push(readValue(cursor, notes, 0));
    return values.length === 1 ? (values[0] ?? null) : values;
  },
  write(value, notes) {
    const sink = new ByteWriter();
    writeValue(sink, value, notes);
    return sink.finish();
  },
};
