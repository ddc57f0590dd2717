import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import {
  assertDepth,
  type DataFormat,
  isList,
  isTable,
  MAX_DEPTH,
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
import type { MtAiValue } from 'cbor2';
import { SequenceEvents } from 'cbor2/decoder';
import { defaultEncodeOptions, writeFloat, writeInt, writeString, writeUnknown } from 'cbor2/encoder';
import { Writer } from 'cbor2/writer';

/** Major types and tags of RFC 8949. */
const MAJOR = { bytes: 2, text: 3, list: 4, table: 5, tag: 6, simple: 7 } as const;
const TAG = { dateText: 0, seconds: 1, bigPositive: 2, bigNegative: 3, date: 1004, selfDescribed: 55_799 } as const;
/** Additional information of an item of indefinite length, and of the break that ends it. */
const INDEFINITE = 31;

/** Every reader knows 64-bit fractions. */
const OPTIONS = { ...defaultEncodeOptions, float64: true };

/** CBOR. A file of several values is read as a list. */
export const cbor: DataFormat = {
  binary: true,
  read(bytes, notes) {
    try {
      const values = [...new Items(bytes, notes).values()];
      return values.length === 1 ? (values[0] ?? null) : values;
    } catch (cause) {
      throw cause instanceof ConversionError ? cause : new ConversionError('corrupt', 'not CBOR', { cause });
    }
  },
  write(value, notes) {
    const writer = new Writer();
    writeValue(value, writer, notes);
    return new Uint8Array(writer.read());
  },
};

class Items {
  readonly #events: SequenceEvents;
  readonly #notes: Notes;

  constructor(bytes: Uint8Array, notes: Notes) {
    // The package counts a list as two levels; our own limit applies first.
    this.#events = new SequenceEvents(bytes, { maxDepth: 3 * MAX_DEPTH });
    this.#notes = notes;
  }

  *values(): Generator<Value> {
    for (let item = this.#events.read(); item; item = this.#events.read()) yield this.#valueOf(item, 0);
  }

  #next(): MtAiValue {
    const item = this.#events.read();
    if (!item) throw corrupt('it ends too early');
    return item;
  }

  /** Calls `read` for each item of a container: as many as announced, or up to a break. */
  #inside(count: number, read: (item: MtAiValue) => void): void {
    for (let index = 0; index < count; index += 1) {
      const item = this.#next();
      if (item[0] === MAJOR.simple && item[1] === INDEFINITE) return;
      read(item);
    }
  }

  #valueOf([major, information, content]: MtAiValue, depth: number): Value {
    assertDepth(depth);
    if (major === MAJOR.list) return this.#list(Number(content), depth);
    if (major === MAJOR.table) return this.#table(Number(content), depth);
    if (major === MAJOR.tag) return this.#tagged(Number(content), this.#valueOf(this.#next(), depth + 1));
    if (major === MAJOR.text && information === INDEFINITE) return this.#chunks().join('');
    if (major === MAJOR.bytes && information === INDEFINITE)
      return new Uint8Array(this.#chunks().flatMap((chunk) => (chunk instanceof Uint8Array ? [...chunk] : [])));
    if (typeof content === 'bigint' || typeof content === 'number')
      return major === MAJOR.simple ? realNumber(Number(content)) : wholeNumber(BigInt(content));
    if (content instanceof Uint8Array) return new Uint8Array(content);
    if (typeof content === 'string' || typeof content === 'boolean' || content === null) return content;
    this.#notes.lose('types-changed'); // undefined, and unassigned simple values
    return null;
  }

  #chunks(): readonly MtAiValue[2][] {
    const chunks: MtAiValue[2][] = [];
    this.#inside(Number.POSITIVE_INFINITY, ([, , chunk]) => chunks.push(chunk));
    return chunks;
  }

  #list(count: number, depth: number): readonly Value[] {
    const list: Value[] = [];
    this.#inside(count, (item) => list.push(this.#valueOf(item, depth + 1)));
    return list;
  }

  #table(count: number, depth: number): Table {
    const table = new Map<string, Value>();
    this.#inside(count, (item) => {
      const key = this.#valueOf(item, depth + 1);
      if (typeof key !== 'string') this.#notes.lose('types-changed');
      if (isList(key) || isTable(key)) throw new ConversionError('unsupported-feature', 'a key that is no scalar');
      table.set(wordsOf(key), this.#valueOf(this.#next(), depth + 1));
    });
    return table;
  }

  #tagged(tag: number, value: Value): Value {
    if (typeof value === 'string' && tag === TAG.dateText) return new Moment(value, 'instant');
    if (typeof value === 'string' && tag === TAG.date) return new Moment(value, 'date');
    if ((typeof value === 'number' || value instanceof Real) && tag === TAG.seconds) return momentAt(value);
    if (value instanceof Uint8Array && tag === TAG.bigPositive) return wholeNumber(wholeOf(value));
    if (value instanceof Uint8Array && tag === TAG.bigNegative) return wholeNumber(-1n - wholeOf(value));
    if (tag !== TAG.selfDescribed) this.#notes.lose('types-changed');
    return value;
  }
}

function momentAt(seconds: number | Real): Moment {
  const time = new Date((seconds instanceof Real ? seconds.value : seconds) * 1000);
  if (Number.isNaN(time.getTime())) throw corrupt('a time that is none');
  return new Moment(plainIso(time), 'instant');
}

function wholeOf(bytes: Uint8Array): bigint {
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt(`0x${digits || '0'}`);
}

function writeValue(value: Value, writer: Writer, notes: Notes): void {
  if (isTable(value)) {
    writeInt(value.size, writer, MAJOR.table);
    for (const entry of value) for (const part of entry) writeValue(part, writer, notes);
  } else if (isList(value)) {
    writeInt(value.length, writer, MAJOR.list);
    for (const child of value) writeValue(child, writer, notes);
  } else if (value instanceof Moment) {
    if (value.kind === 'instant') writeInt(TAG.dateText, writer, MAJOR.tag);
    else if (value.kind === 'date') writeInt(TAG.date, writer, MAJOR.tag);
    else notes.lose('types-changed');
    writeString(value.iso, writer, OPTIONS);
  } else if (value instanceof Real) writeFloat(value.value, writer, OPTIONS);
  else writeUnknown(value, writer, OPTIONS);
}
