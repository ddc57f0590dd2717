import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpacked } from './binary-stream.ts';

/** A part of a drawing with its child parts in order. The meaning of `data` depends on `type`. */
export type Part = {
  readonly type: number;
  readonly id: number;
  readonly data: DataView;
  readonly parts: readonly Part[];
  readonly format: number;
};

type Pointer = { readonly type: number; readonly offset: number; readonly length: number; readonly format: number };

const TRAILER_AT = 0x24;
const POINTER = 18;
const PACKED = 2;
/** Formats of streams that consist of chunks, by the upper half of the format. */
const CHUNKS: ReadonlySet<number> = new Set([0x8, 0xc, 0xd]);
const POINTERS = 0x5;
/** A colour table, which would look like pointers. */
const COLOURS = 0x16;
const MAX_DEPTH = 24;
const MAX_PARTS = 2_000_000;

/** Reads the parts of a Visio 2000 to 2010 drawing. Errors: `corrupt`, `too-large`. */
export function partsOf(stream: Bytes): readonly Part[] {
  return new Tree(stream).root();
}

class Tree {
  readonly #stream: Bytes;
  #count = 0;

  constructor(stream: Bytes) {
    this.#stream = stream;
  }

  root(): readonly Part[] {
    const view = viewOf(this.#stream);
    if (view.byteLength < TRAILER_AT + POINTER) throw damaged('no drawing in it');
    return this.#pointed(this.#content(pointerAt(view, TRAILER_AT)), 0);
  }

  /** Returns the data of a pointer, without the length that precedes packed data. */
  #content({ offset, length, format }: Pointer): { readonly data: Bytes; readonly whole: Bytes } {
    const raw = this.#stream.subarray(offset, offset + length);
    const whole = (format & PACKED) === 0 ? raw : unpacked(raw);
    return { whole, data: (format & PACKED) === 0 ? whole : whole.subarray(4) };
  }

  #pointed({ data }: { readonly data: Bytes }, depth: number): readonly Part[] {
    const view = viewOf(data);
    if (data.length < 4) return [];
    const at = view.getUint32(0, true);
    if (at + 8 > data.length || at < 4) return [];
    const [ordered, count] = [view.getUint32(at - 4, true), view.getUint32(at, true)];
    const first = at + 8;
    if (first + count * POINTER > data.length) throw damaged('a list is cut off');
    const parts = Array.from({ length: count }, (_, id) => this.#part(pointerAt(view, first + id * POINTER), id, depth)).flat();
    const order = numbersAt(view, first + count * POINTER, ordered > 1 ? ordered : 0);
    return inOrder(parts, order);
  }

  #part(pointer: Pointer, id: number, depth: number): readonly Part[] {
    if (pointer.type === 0 || depth > MAX_DEPTH) return [];
    this.#counted();
    const content = this.#content(pointer);
    const kind = pointer.format >> 4;
    const own = { type: pointer.type, id, format: pointer.format };
    if (CHUNKS.has(kind)) {
      const [head, ...rest] = this.#chunks(content.whole);
      if (!head) return [];
      return [{ ...own, data: head.data, parts: nested([head, ...rest]) }];
    }
    const parts = kind === POINTERS && pointer.type !== COLOURS ? this.#pointed(content, depth + 1) : [];
    return [{ ...own, data: viewOf(content.data), parts }];
  }

  #chunks(stream: Bytes): readonly Chunk[] {
    const view = viewOf(stream);
    const chunks: Chunk[] = [];
    for (let at = 0; ; ) {
      while (at < stream.length && stream[at] === 0) at += 1;
      if (at + HEAD > stream.length) return chunks;
      const chunk = chunkAt(view, at);
      if (!chunk) return chunks;
      this.#counted();
      chunks.push(chunk);
      at = chunk.next;
    }
  }

  #counted(): void {
    this.#count += 1;
    if (this.#count > MAX_PARTS) throw new ConversionError('too-large', `more than ${MAX_PARTS} parts`);
  }
}

const damaged = (what: string): ConversionError => new ConversionError('corrupt', what);

const pointerAt = (view: DataView, at: number): Pointer => ({
  type: view.getUint32(at, true),
  offset: view.getUint32(at + 8, true),
  length: view.getUint32(at + 12, true),
  format: view.getUint16(at + 16, true),
});

function numbersAt(view: DataView, at: number, count: number): readonly number[] {
  if (at + count * 4 > view.byteLength) return [];
  return Array.from({ length: count }, (_, index) => view.getUint32(at + index * 4, true));
}

/** Sorts parts by a list of ids; unlisted ones stay at the end. */
function inOrder<Item extends { readonly id: number }>(parts: readonly Item[], order: readonly number[]): readonly Item[] {
  const places = new Map(order.map((id, place) => [id, place]));
  return parts.toSorted((one, other) => (places.get(one.id) ?? order.length) - (places.get(other.id) ?? order.length));
}

type Chunk = {
  readonly type: number;
  readonly id: number;
  readonly level: number;
  readonly data: DataView;
  readonly next: number;
};

const HEAD = 19;
/** Chunk types with unused trailing bytes: eight for lists, four more for some, none for others. */
const ENDED_BY_EIGHT: ReadonlySet<number> = new Set([0x71, 0x70, 0x6b, 0x6a, 0x69, 0x66, 0x65, 0x2c]);
const ENDED_BY_FOUR: ReadonlySet<number> = new Set([
  ...[0x64, 0x65, 0x66, 0x69, 0x6a, 0x6b, 0x6f, 0x71],
  ...[0x92, 0xa9, 0xb4, 0xb6, 0xb9, 0xc7],
]);
const NEVER_ENDED: ReadonlySet<number> = new Set([0x1f, 0xc9, 0x2d, 0xd1]);

function chunkAt(view: DataView, at: number): Chunk | undefined {
  const [type, id, list, length] = [0, 4, 8, 12].map((step) => view.getUint32(at + step, true));
  if (type === undefined || id === undefined || length === undefined) return undefined;
  const level = view.getUint16(at + 16, true);
  const start = at + HEAD;
  if (start + length > view.byteLength) return undefined;
  const behind = bytesBehind({ type, level, isList: list !== 0, mark: view.getUint8(at + 18) });
  // The order in a list continues in the trailing bytes.
  const whole = isOrdered(type) ? Math.min(length + behind, view.byteLength - start) : length;
  const data = new DataView(view.buffer, view.byteOffset + start, whole);
  return { type, id, level, data, next: start + length + behind };
}

type Head = { readonly type: number; readonly level: number; readonly isList: boolean; readonly mark: number };

function bytesBehind({ type, level, isList, mark }: Head): number {
  if (NEVER_ENDED.has(type)) return 0;
  const isMarked =
    isList ||
    (level === 2 && (mark === 0x55 || (mark === 0x54 && type === 0xaa))) ||
    (level === 3 && mark !== 0x50 && mark !== 0x54);
  const behind = (isList || ENDED_BY_EIGHT.has(type) ? 8 : 0) + (isMarked ? 4 : 0);
  return ENDED_BY_FOUR.has(type) && behind !== 12 && behind !== 4 ? behind + 4 : behind;
}

/** Builds a tree from the chunks below the first. */
function nested(chunks: readonly Chunk[]): readonly Part[] {
  const [head, ...rest] = chunks;
  if (!head) return [];
  const below = rest.findIndex(({ level }) => level <= head.level);
  const inside = below < 0 ? rest : rest.slice(0, below);
  const parts: Part[] = [];
  for (let index = 0; index < inside.length; ) {
    const chunk = inside[index];
    if (!chunk) break;
    const next = inside.findIndex((each, place) => place > index && each.level <= chunk.level);
    const end = next < 0 ? inside.length : next;
    const own = { type: chunk.type, id: chunk.id, data: chunk.data, format: 1 };
    parts.push({ ...own, parts: inOrder(nested(inside.slice(index, end)), orderIn(chunk)) });
    index = end;
  }
  return parts;
}

/** Lists of rows and shapes state an order. */
const isOrdered = (type: number): boolean => type >= 0x64 && type <= 0x72;

function orderIn({ type, data }: Chunk): readonly number[] {
  if (!isOrdered(type) || data.byteLength < 8) return [];
  const [skipped, bytes] = [data.getUint32(0, true), data.getUint32(4, true)];
  return numbersAt(data, 8 + skipped, Math.min(Math.floor(bytes / 4), 1_000_000));
}
