import { startsWith } from '@bakkum/bytes/bytes';
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
} from './value.ts';

const MAGIC = 'bplist00';
const TRAILER = 32;
/** Object types, in the upper half of their first byte (Apple's CFBinaryPList.c). */
const KIND = { simple: 0, whole: 1, real: 2, date: 3, data: 4, ascii: 5, wide: 6, uid: 8, list: 10, set: 12, table: 13 } as const;
/** Objects may be referenced repeatedly, so a few can expand to billions of nodes. */
const MAX_NODES = 1_000_000;
const EPOCH_SECONDS = Date.UTC(2001, 0, 1) / 1000;

/** Apple's binary property lists. They have no null. */
export const bplist: DataFormat = {
  binary: true,
  read(bytes, notes) {
    if (!startsWith(bytes, MAGIC)) throw corrupt('no property list');
    return new Reader(bytes, notes).root();
  },
  write: (value, notes) => new Writer(notes).file(value),
};

class Reader {
  readonly #cursor: ByteReader;
  readonly #notes: Notes;
  readonly #offsetSize: number;
  readonly #referenceSize: number;
  readonly #count: number;
  readonly #top: number;
  readonly #table: number;
  #left = MAX_NODES;

  constructor(bytes: Uint8Array<ArrayBuffer>, notes: Notes) {
    if (bytes.length < MAGIC.length + TRAILER) throw corrupt('it ends too early');
    const trailer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - TRAILER);
    this.#cursor = new ByteReader(bytes);
    this.#notes = notes;
    this.#offsetSize = trailer.getUint8(6);
    this.#referenceSize = trailer.getUint8(7);
    this.#count = Number(trailer.getBigUint64(8));
    this.#top = Number(trailer.getBigUint64(16));
    this.#table = Number(trailer.getBigUint64(24));
    if (this.#table + this.#count * this.#offsetSize > bytes.length - TRAILER) throw corrupt('a table longer than the file');
  }

  root(): Value {
    return this.#object(this.#top, 0);
  }

  #number(at: number, size: number): number {
    this.#cursor.at = at;
    return Number(this.#signless(size));
  }

  #signless(size: number): bigint {
    let value = 0n;
    for (const byte of this.#cursor.take(size)) value = value * 256n + BigInt(byte);
    return value;
  }

  #object(index: number, depth: number): Value {
    assertDepth(depth);
    this.#left -= 1;
    if (this.#left < 0) throw new ConversionError('too-large', 'unfolds to too much');
    if (!(index < this.#count)) throw corrupt('an object that is not there');
    this.#cursor.at = this.#number(this.#table + index * this.#offsetSize, this.#offsetSize);
    const head = this.#cursor.u8();
    const [kind, info] = [head >> 4, head & 15];
    if (kind === KIND.list || kind === KIND.set)
      return this.#references(this.#length(info)).map((at) => this.#object(at, depth + 1));
    if (kind !== KIND.table) return this.#scalar(kind, info);
    const references = this.#references(this.#length(info) * 2);
    const keys = references.slice(0, references.length / 2);
    return new Map(
      keys.map((key, at) => [
        wordsOf(this.#object(key, MAX_KEY_DEPTH)),
        this.#object(references[keys.length + at] ?? 0, depth + 1),
      ]),
    );
  }

  #length(info: number): number {
    if (info < 15) return info;
    const head = this.#cursor.u8();
    if (head >> 4 !== KIND.whole) throw corrupt('a length that is none');
    return Number(this.#signless(1 << (head & 15)));
  }

  #references(length: number): readonly number[] {
    if (length * this.#referenceSize > this.#cursor.left) throw corrupt('a list longer than the file');
    return Array.from({ length }, () => Number(this.#signless(this.#referenceSize)));
  }

  #scalar(kind: number, info: number): Value {
    const cursor = this.#cursor;
    switch (kind) {
      case KIND.simple:
        if (info === 8 || info === 9) return info === 9;
        this.#notes.lose('types-changed');
        return null;
      case KIND.whole: {
        const size = 1 << info;
        const value = this.#signless(size);
        return wholeNumber(size >= 8 ? BigInt.asIntN(size * 8, value) : value);
      }
      case KIND.real:
        return realNumber(info === 2 ? cursor.f32() : cursor.f64());
      case KIND.date:
        return momentAt(cursor.f64());
      case KIND.data:
        return cursor.take(this.#length(info)).slice();
      case KIND.ascii:
        return new TextDecoder('latin1').decode(cursor.take(this.#length(info)));
      case KIND.wide:
        return new TextDecoder('utf-16be').decode(cursor.take(this.#length(info) * 2));
      case KIND.uid:
        this.#notes.lose('types-changed');
        return wholeNumber(this.#signless(info + 1));
      default:
        throw corrupt(`an object of kind ${kind}`);
    }
  }
}

/** A key is a string; anything inside it would be one level too deep. */
const MAX_KEY_DEPTH = 256;

function momentAt(seconds: number): Moment {
  const time = new Date(Math.round((seconds + EPOCH_SECONDS) * 1000));
  if (Number.isNaN(time.getTime())) throw corrupt('a time that is none');
  return new Moment(plainIso(time), 'instant');
}

class Writer {
  readonly #notes: Notes;
  readonly #objects: Uint8Array[] = [];
  readonly #known = new Map<string, number>();
  #referenceSize = 4;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  file(value: Value): Uint8Array<ArrayBuffer> {
    const count = countOf(value);
    this.#referenceSize = count < 0x100 ? 1 : count < 0x1_0000 ? 2 : 4;
    const top = this.#add(value);
    const sink = new ByteWriter();
    sink.utf8(MAGIC);
    const offsets = this.#objects.map((object) => {
      const at = sink.length;
      sink.put(object);
      return at;
    });
    const table = sink.length;
    const offsetSize = table < 0x100 ? 1 : table < 0x1_0000 ? 2 : 4;
    for (const offset of offsets) sized(sink, offset, offsetSize);
    sink.u8(0, 0, 0, 0, 0, 0, offsetSize, this.#referenceSize);
    for (const number of [offsets.length, top, table]) sink.u64(BigInt(number));
    return sink.finish();
  }

  /** Adds an object and returns its index. Equal strings share one object. */
  #add(value: Value): number {
    if (typeof value !== 'string') return this.#place((sink) => this.#write(sink, value));
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const index = this.#place((sink) => writeText(sink, value));
    this.#known.set(value, index);
    return index;
  }

  #place(write: (sink: ByteWriter) => void): number {
    const index = this.#objects.length;
    this.#objects.push(new Uint8Array());
    const sink = new ByteWriter();
    write(sink);
    this.#objects[index] = sink.finish();
    return index;
  }

  #write(sink: ByteWriter, value: Value): void {
    if (isList(value)) {
      const members = value.filter((child) => child !== null);
      if (members.length < value.length) this.#notes.lose('types-changed');
      head(sink, KIND.list, members.length);
      for (const index of members.map((child) => this.#add(child))) sized(sink, index, this.#referenceSize);
    } else if (isTable(value)) {
      const members = [...value].filter(([, child]) => child !== null);
      if (members.length < value.size) this.#notes.lose('types-changed');
      head(sink, KIND.table, members.length);
      const keys = members.map(([key]) => this.#add(key));
      for (const index of [...keys, ...members.map(([, child]) => this.#add(child))]) sized(sink, index, this.#referenceSize);
    } else this.#scalar(sink, value);
  }

  #scalar(sink: ByteWriter, value: Exclude<Value, readonly Value[] | ReadonlyMap<string, Value>>): void {
    if (typeof value === 'boolean') sink.u8(value ? 9 : 8);
    else if (value instanceof Uint8Array) {
      head(sink, KIND.data, value.length);
      sink.put(value);
    } else if (value instanceof Moment && value.kind === 'instant' && !Number.isNaN(Date.parse(value.iso))) {
      sink.u8((KIND.date << 4) | 3);
      sink.f64(Date.parse(value.iso) / 1000 - EPOCH_SECONDS);
    } else if ((typeof value === 'number' || value instanceof Real) && isReal(value)) {
      sink.u8((KIND.real << 4) | 3);
      sink.f64(value instanceof Real ? value.value : value);
    } else if ((typeof value === 'number' || typeof value === 'bigint') && fits(BigInt(value))) writeWhole(sink, BigInt(value));
    else {
      if (typeof value !== 'string') this.#notes.lose('types-changed');
      writeText(sink, wordsOf(value));
    }
  }
}

/** Number of values and keys, which is the maximum number of objects. */
function countOf(value: Value): number {
  if (isList(value)) return value.reduce((sum: number, child) => sum + countOf(child), 1);
  return isTable(value) ? [...value.values()].reduce((sum: number, child) => sum + countOf(child) + 1, 1) : 1;
}

const fits = (value: bigint): boolean => value >= -(2n ** 63n) && value < 2n ** 63n;

function sized(sink: ByteWriter, value: number, size: number): void {
  if (size === 1) sink.u8(value);
  else if (size === 2) sink.u16(value);
  else sink.u32(value);
}

function writeWhole(sink: ByteWriter, value: bigint): void {
  const size =
    value >= 0n && value < 0x100n ? 0 : value >= 0n && value < 0x1_0000n ? 1 : value >= 0n && value < 0x1_0000_0000n ? 2 : 3;
  sink.u8((KIND.whole << 4) | size);
  if (size < 3) sized(sink, Number(value), 1 << size);
  else sink.u64(value);
}

function head(sink: ByteWriter, kind: number, length: number): void {
  sink.u8((kind << 4) | Math.min(15, length));
  if (length >= 15) writeWhole(sink, BigInt(length));
}

function writeText(sink: ByteWriter, text: string): void {
  const isAscii = [...text].every((character) => character.charCodeAt(0) < 0x80);
  head(sink, isAscii ? KIND.ascii : KIND.wide, text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isAscii) sink.u8(unit);
    else sink.u8(unit >> 8, unit & 0xff);
  }
}
