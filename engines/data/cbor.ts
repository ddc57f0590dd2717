import { type ByteCursor, type ByteSink, encodeUtf8 } from '@bakkum/data-tree/byte-cursor';
import {
  assertDepth,
  corrupt,
  type DataFormat,
  Moment,
  type Notes,
  plainIso,
  Real,
  realNumber,
  type Value,
  wholeNumber,
  wordsOf,
} from '@bakkum/data-tree/value';
import { binaryFormat, readList, readPair, readTable } from './binary-format.ts';

/** Major types and tags of RFC 8949. */
const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, table: 5, tag: 6, simple: 7 } as const;
const TAG = { dateText: 0, seconds: 1, bigPositive: 2, bigNegative: 3, date: 1004 } as const;
const ENDLESS = 31;
const BREAK = 0xff;

function readValue(cursor: ByteCursor, notes: Notes, depth: number): Value {
  assertDepth(depth);
  const head = cursor.byte();
  const [major, info] = [head >> 5, head & 0x1f];
  if (major === MAJOR.simple) return readSimple(cursor, info, notes);
  if (info === ENDLESS) return readEndless(cursor, major, notes, depth);
  const argument = argumentOf(cursor, info);
  switch (major) {
    case MAJOR.unsigned:
      return wholeNumber(argument);
    case MAJOR.negative:
      return wholeNumber(-1n - argument);
    case MAJOR.bytes:
      return cursor.take(Number(argument));
    case MAJOR.text:
      return cursor.text(Number(argument));
    case MAJOR.list:
      return readList(cursor, Number(argument), () => readValue(cursor, notes, depth + 1));
    case MAJOR.table:
      return readTable(cursor, Number(argument), notes, () => readValue(cursor, notes, depth + 1));
    default:
      return tagged(Number(argument), readValue(cursor, notes, depth + 1), notes);
  }
}

function argumentOf(cursor: ByteCursor, info: number): bigint {
  if (info < 24) return BigInt(info);
  if (info > 27) throw corrupt('an argument of no length');
  return BigInt(cursor.unsigned(1 << (info - 24)));
}

function readSimple(cursor: ByteCursor, info: number, notes: Notes): Value {
  switch (info) {
    case 20:
    case 21:
      return info === 21;
    case 22:
      return null;
    case 25:
      return realNumber(halfFloat(cursor.view.getUint16(cursor.skip(2))));
    case 26:
      return realNumber(cursor.view.getFloat32(cursor.skip(4)));
    case 27:
      return realNumber(cursor.view.getFloat64(cursor.skip(8)));
    case ENDLESS:
      throw corrupt('an end of nothing');
    default:
      if (info === 24) cursor.skip(1);
      notes.lose('types-changed'); // undefined, and unassigned simple values
      return null;
  }
}

/** IEEE 754 binary16. */
function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** Reads items of indefinite length up to a break: chunks of bytes or text, list items, or pairs. */
function readEndless(cursor: ByteCursor, major: number, notes: Notes, depth: number): Value {
  const ends = (): boolean => {
    if (cursor.bytes[cursor.at] !== BREAK) return false;
    cursor.skip(1);
    return true;
  };
  if (major === MAJOR.table) {
    const table = new Map<string, Value>();
    while (!ends()) readPair(table, notes, () => readValue(cursor, notes, depth + 1));
    return table;
  }
  const parts: Value[] = [];
  while (!ends()) parts.push(readValue(cursor, notes, depth + 1));
  if (major === MAJOR.list) return parts;
  if (major === MAJOR.text) return parts.map(wordsOf).join('');
  if (major !== MAJOR.bytes) throw corrupt('a value without an end');
  return new Uint8Array(parts.flatMap((part) => (part instanceof Uint8Array ? [...part] : [])));
}

function tagged(tag: number, value: Value, notes: Notes): Value {
  const known = TAGGED[tag]?.(value);
  if (known !== undefined) return known;
  if (tag !== SELF_DESCRIBED) notes.lose('types-changed');
  return value;
}

const TAGGED: Readonly<Record<number, (value: Value) => Value | undefined>> = {
  [TAG.dateText]: (value) => (typeof value === 'string' ? new Moment(value, 'instant') : undefined),
  [TAG.date]: (value) => (typeof value === 'string' ? new Moment(value, 'date') : undefined),
  [TAG.seconds]: (value) => (typeof value === 'number' || value instanceof Real ? momentAt(value) : undefined),
  [TAG.bigPositive]: (value) => (value instanceof Uint8Array ? wholeNumber(wholeOf(value)) : undefined),
  [TAG.bigNegative]: (value) => (value instanceof Uint8Array ? wholeNumber(-1n - wholeOf(value)) : undefined),
};

function momentAt(seconds: number | Real): Moment {
  const time = new Date((seconds instanceof Real ? seconds.value : seconds) * 1000);
  if (Number.isNaN(time.getTime())) throw corrupt('a time that is none');
  return new Moment(plainIso(time), 'instant');
}

function wholeOf(bytes: Uint8Array): bigint {
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt(`0x${digits || '0'}`);
}

const SELF_DESCRIBED = 55_799;

function writeHead(sink: ByteSink, major: number, argument: bigint): void {
  const top = major << 5;
  if (argument < 24n) sink.byte(top | Number(argument));
  else if (argument < 0x100n) sink.byte(top | 24, Number(argument));
  else if (argument < 0x1_0000n) {
    sink.byte(top | 25);
    sink.number(2, (view) => view.setUint16(0, Number(argument)));
  } else if (argument < 0x1_0000_0000n) {
    sink.byte(top | 26);
    sink.number(4, (view) => view.setUint32(0, Number(argument)));
  } else {
    sink.byte(top | 27);
    sink.number(8, (view) => view.setBigUint64(0, argument));
  }
}

function writeSized(sink: ByteSink, major: number, bytes: Uint8Array): void {
  writeHead(sink, major, BigInt(bytes.length));
  sink.put(bytes);
}

function writeMoment(sink: ByteSink, { iso, kind }: Moment, notes: Notes): void {
  if (kind === 'instant') writeHead(sink, MAJOR.tag, BigInt(TAG.dateText));
  else if (kind === 'date') writeHead(sink, MAJOR.tag, BigInt(TAG.date));
  else notes.lose('types-changed');
  writeSized(sink, MAJOR.text, encodeUtf8(iso));
}

function writeWhole(sink: ByteSink, whole: bigint): void {
  const argument = whole < 0n ? -1n - whole : whole;
  if (argument < 2n ** 64n) {
    writeHead(sink, whole < 0n ? MAJOR.negative : MAJOR.unsigned, argument);
    return;
  }
  const digits = argument.toString(16);
  const pairs = digits.padStart(digits.length + (digits.length % 2), '0').match(/../g) ?? [];
  writeHead(sink, MAJOR.tag, BigInt(whole < 0n ? TAG.bigNegative : TAG.bigPositive));
  writeSized(
    sink,
    MAJOR.bytes,
    Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
  );
}

export const cbor: DataFormat = binaryFormat(readValue, {
  none: (sink) => sink.byte(0xf6),
  truth: (sink, value) => sink.byte(value ? 0xf5 : 0xf4),
  whole: writeWhole,
  real: (sink, value) => {
    sink.byte(0xfb);
    sink.number(8, (view) => view.setFloat64(0, value));
  },
  text: (sink, value) => writeSized(sink, MAJOR.text, encodeUtf8(value)),
  bytes: (sink, value) => writeSized(sink, MAJOR.bytes, value),
  moment: writeMoment,
  list: (sink, length) => writeHead(sink, MAJOR.list, BigInt(length)),
  table: (sink, length) => writeHead(sink, MAJOR.table, BigInt(length)),
});
