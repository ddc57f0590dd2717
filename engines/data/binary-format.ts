import { ConversionError } from '@bakkum/conversion/errors';
import { ByteCursor, ByteSink } from '@bakkum/data-tree/byte-cursor';
import {
  corrupt,
  type DataFormat,
  isList,
  isReal,
  isTable,
  Moment,
  type Notes,
  Real,
  type Value,
  wordsOf,
} from '@bakkum/data-tree/value';

/** Reads one value at the cursor. */
export type ValueReader = (cursor: ByteCursor, notes: Notes, depth: number) => Value;

/** How a sequential binary format writes each kind of value. */
export type Spelling = {
  readonly none: (sink: ByteSink) => void;
  readonly truth: (sink: ByteSink, value: boolean) => void;
  readonly whole: (sink: ByteSink, value: bigint, notes: Notes) => void;
  readonly real: (sink: ByteSink, value: number) => void;
  readonly text: (sink: ByteSink, value: string) => void;
  readonly bytes: (sink: ByteSink, value: Uint8Array) => void;
  readonly moment: (sink: ByteSink, value: Moment, notes: Notes) => void;
  /** Writes the prefix of a given number of values, or key-value pairs. */
  readonly list: (sink: ByteSink, length: number) => void;
  readonly table: (sink: ByteSink, length: number) => void;
};

/** Creates a data format of concatenated values. A file of several values is read as a list. */
export function binaryFormat(readValue: ValueReader, spelling: Spelling): DataFormat {
  return {
    binary: true,
    read(bytes, notes) {
      const cursor = new ByteCursor(bytes);
      const values: Value[] = [];
      while (cursor.left > 0) values.push(readValue(cursor, notes, 0));
      return values.length === 1 ? (values[0] ?? null) : values;
    },
    write(value, notes) {
      const sink = new ByteSink();
      writeValue(sink, value, spelling, notes);
      return sink.finish();
    },
  };
}

function writeValue(sink: ByteSink, value: Value, spelling: Spelling, notes: Notes): void {
  if (value === null) spelling.none(sink);
  else if (typeof value === 'boolean') spelling.truth(sink, value);
  else if (typeof value === 'string') spelling.text(sink, value);
  else if (value instanceof Uint8Array) spelling.bytes(sink, value);
  else if (value instanceof Moment) spelling.moment(sink, value, notes);
  else if (isList(value)) {
    spelling.list(sink, value.length);
    for (const child of value) writeValue(sink, child, spelling, notes);
  } else if (isTable(value)) {
    spelling.table(sink, value.size);
    for (const [key, child] of value) {
      spelling.text(sink, key);
      writeValue(sink, child, spelling, notes);
    }
  } else if (isReal(value)) spelling.real(sink, value instanceof Real ? value.value : Number(value));
  else spelling.whole(sink, BigInt(value), notes);
}

/** Reads `length` values. Each takes at least one byte, so the count cannot exceed the remaining bytes. Errors: `corrupt`. */
export function readList(cursor: ByteCursor, length: number, readOne: () => Value): readonly Value[] {
  assertRoom(cursor, length);
  return Array.from({ length }, readOne);
}

/** Reads `length` key-value pairs. Errors: `corrupt`, `unsupported-feature` for keys that are lists or tables. */
export function readTable(cursor: ByteCursor, length: number, notes: Notes, readOne: () => Value): Value {
  assertRoom(cursor, length);
  const table = new Map<string, Value>();
  for (let index = 0; index < length; index += 1) readPair(table, notes, readOne);
  return table;
}

export function readPair(table: Map<string, Value>, notes: Notes, readOne: () => Value): void {
  const key = readOne();
  if (typeof key !== 'string') notes.lose('types-changed');
  if (isList(key) || isTable(key)) throw new ConversionError('unsupported-feature', 'a key that is no scalar');
  table.set(wordsOf(key), readOne());
}

function assertRoom(cursor: ByteCursor, length: number): void {
  if (length > cursor.left) throw corrupt('more values than the file has bytes');
}
