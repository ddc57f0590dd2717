import { ByteReader } from '@bakkum/bytes/reader';
import { ByteWriter } from '@bakkum/bytes/writer';
import { corrupt } from '@bakkum/conversion/errors';
import {
  assertDepth,
  type DataFormat,
  isList,
  isTable,
  type Notes,
  type Value,
  wholeNumber,
  wordsOf,
} from '@bakkum/data-tree/value';

const [DIGIT_0, DIGIT_9, COLON, MINUS] = [0x30, 0x39, 0x3a, 0x2d];
const [LIST, TABLE, WHOLE, END] = [0x6c, 0x64, 0x69, 0x65];
/** Digit limit; longer numbers exist only to waste time. */
const MAX_DIGITS = 40;

/** The format of torrents (BEP 3). Strings are bytes; those that are valid UTF-8 are read as text. */
export const bencode: DataFormat = {
  binary: true,
  read(bytes) {
    const cursor = new ByteReader(bytes);
    const value = readValue(cursor, 0);
    if (cursor.left > 0) throw corrupt('unexpected data after its end');
    return value;
  },
  write(value, notes) {
    const sink = new ByteWriter();
    writeValue(sink, value, notes);
    return sink.finish();
  },
};

function readValue(cursor: ByteReader, depth: number): Value {
  assertDepth(depth);
  const head = cursor.u8();
  if (head >= DIGIT_0 && head <= DIGIT_9) return readString(cursor, head);
  if (head === WHOLE) return wholeNumber(numberUntil(cursor, END, ''));
  if (head === LIST) {
    const list: Value[] = [];
    while (!ends(cursor)) list.push(readValue(cursor, depth + 1));
    return list;
  }
  if (head !== TABLE) throw corrupt('a byte that begins no value');
  const table = new Map<string, Value>();
  while (!ends(cursor)) {
    const key = readString(cursor, cursor.u8());
    table.set(wordsOf(key), readValue(cursor, depth + 1));
  }
  return table;
}

function ends(cursor: ByteReader): boolean {
  if (cursor.bytes[cursor.at] !== END) return false;
  cursor.skip(1);
  return true;
}

function numberUntil(cursor: ByteReader, end: number, start: string): bigint {
  let digits = start;
  for (let byte = cursor.u8(); byte !== end; byte = cursor.u8()) {
    const isDigit = byte >= DIGIT_0 && byte <= DIGIT_9;
    if ((!isDigit && !(byte === MINUS && digits === '')) || digits.length > MAX_DIGITS) throw corrupt('a number that is none');
    digits += String.fromCharCode(byte);
  }
  if (!/\d/.test(digits)) throw corrupt('a number without digits');
  return BigInt(digits);
}

function readString(cursor: ByteReader, first: number): string | Uint8Array<ArrayBuffer> {
  if (first < DIGIT_0 || first > DIGIT_9) throw corrupt('a key that is no string');
  const bytes = cursor.take(Number(numberUntil(cursor, COLON, String.fromCharCode(first))));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.slice();
  }
}

function writeValue(sink: ByteWriter, value: Value, notes: Notes): void {
  if (isList(value)) {
    sink.u8(LIST);
    for (const child of value) writeValue(sink, child, notes);
    sink.u8(END);
  } else if (isTable(value)) {
    sink.u8(TABLE);
    const pairs = [...value]
      .map(([key, child]) => ({ key: new TextEncoder().encode(key), child }))
      .sort((a, b) => compare(a.key, b.key));
    for (const { key, child } of pairs) {
      writeString(sink, key);
      writeValue(sink, child, notes);
    }
    sink.u8(END);
  } else if (value instanceof Uint8Array) writeString(sink, value);
  else if (typeof value === 'bigint' || Number.isInteger(value)) sink.utf8(`i${BigInt(wordsOf(value))}e`);
  else {
    if (typeof value !== 'string') notes.lose('types-changed');
    writeString(sink, new TextEncoder().encode(wordsOf(value)));
  }
}

function writeString(sink: ByteWriter, bytes: Uint8Array): void {
  sink.utf8(`${bytes.length}:`);
  sink.put(bytes);
}

/** Compares keys by their bytes. */
function compare(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}
