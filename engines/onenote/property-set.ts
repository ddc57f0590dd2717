import type { Bytes } from '@bakkum/bytes/bytes';
import type { ByteReader } from '@bakkum/bytes/reader';
import { corrupt } from '@bakkum/conversion/errors';
import { readerOf } from './guids.ts';

/** Properties of an object by id: bytes, or the objects and object spaces they refer to. */
export type Properties = {
  readonly bytes: ReadonlyMap<number, Bytes>;
  readonly references: ReadonlyMap<number, readonly string[]>;
};

/** Resolves a compact four-byte id in its context. */
export type Resolve = (compactId: number) => string;

const NOT_THERE = 0x80000000;
const EXTENDED = 0x40000000;
const COUNT = 0x00ffffff;

/** Reads the properties of an object ([MS-ONESTORE] 2.6.1). Errors: `corrupt`. */
export function readProperties(content: Bytes, resolve: Resolve): Properties {
  const cursor = readerOf(content);
  const stream = (): { readonly head: number; readonly ids: string[] } => {
    const head = cursor.u32();
    const count = head & COUNT;
    if (count * 4 > cursor.left) throw corrupt('a list of objects is cut off');
    return { head, ids: Array.from({ length: count }, () => resolve(cursor.u32())) };
  };
  const objects = stream();
  const spaces = (objects.head & NOT_THERE) === 0 ? stream() : { head: 0, ids: [] };
  if ((spaces.head & EXTENDED) !== 0) stream();
  const reader = new SetReader(cursor, objects.ids, spaces.ids);
  reader.read(0);
  return { bytes: reader.bytes, references: reader.references };
}

/** Bytes of values by type; type 7 has its own length. */
const FIXED: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 1, 4: 2, 5: 4, 6: 8 };
const TYPE = { bytes: 7, object: 8, objects: 9, space: 10, spaces: 11, context: 12, contexts: 13, sets: 16, set: 17 } as const;
const MAX_DEPTH = 16;

class SetReader {
  readonly bytes = new Map<number, Bytes>();
  readonly references = new Map<number, readonly string[]>();
  readonly #cursor: ByteReader;
  readonly #objects: string[];
  readonly #spaces: string[];

  constructor(cursor: ByteReader, objects: string[], spaces: string[]) {
    this.#cursor = cursor;
    this.#objects = objects;
    this.#spaces = spaces;
  }

  read(depth: number): void {
    if (depth > MAX_DEPTH) throw corrupt('properties nested too deep');
    const count = this.#cursor.u16();
    const ids = Array.from({ length: count }, () => this.#cursor.u32());
    for (const id of ids) this.#value(id & 0x3ffffff, (id >>> 26) & 31, depth);
  }

  #value(name: number, type: number, depth: number): void {
    const fixed = FIXED[type];
    const cursor = this.#cursor;
    if (fixed !== undefined) this.#keep(name, cursor.take(fixed), depth);
    else if (type === TYPE.bytes) this.#keep(name, cursor.take(cursor.u32()), depth);
    else if (type === TYPE.object || type === TYPE.objects) {
      const ids = this.#objects.splice(0, type === TYPE.object ? 1 : cursor.u32());
      if (depth === 0) this.references.set(name, ids);
    } else if (type === TYPE.space || type === TYPE.spaces) {
      const ids = this.#spaces.splice(0, type === TYPE.space ? 1 : cursor.u32());
      if (depth === 0) this.references.set(name, ids);
    } else if (type === TYPE.contexts) cursor.u32();
    else if (type === TYPE.set) this.read(depth + 1);
    else if (type === TYPE.sets) this.#sets(depth);
    else if (type !== TYPE.context) throw corrupt(`a property of type ${type}`);
  }

  #keep(name: number, value: Bytes, depth: number): void {
    if (depth === 0) this.bytes.set(name, value);
  }

  #sets(depth: number): void {
    const count = this.#cursor.u32();
    if (count === 0) return;
    this.#cursor.u32();
    for (let left = count; left > 0; left -= 1) this.read(depth + 1);
  }
}
