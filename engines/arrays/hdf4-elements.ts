import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unzlibSync } from 'fflate';

type Place = { readonly offset: number; readonly length: number; readonly isSpecial: boolean };
export type Reference = { readonly tag: number; readonly ref: number };

/** Tags of the HDF 4 specification. One bit of the tag marks elements with special storage. */
export const TAG = {
  compressed: 40,
  linked: 20,
  imageSizes: 300,
  image: 302,
  imageGroup: 306,
  sizes: 701,
  values: 702,
  group: 720,
  tableHead: 1962,
  table: 1963,
  vgroup: 1965,
} as const;
const SPECIAL = 0x40_00;
const WAYS = { linked: 1, compressed: 3, chunked: 5 } as const;
const CODERS = { none: 0, runs: 1, deflate: 4 } as const;

const MAX_ELEMENTS = 1_000_000;
const MAX_BYTES = 1024 * 1024 * 1024;
/** A chunk of a compressed element is nested three deep; valid files do not go deeper. */
const MAX_DEPTH = 4;

/** Elements of a file by tag and reference number. Errors: `corrupt`, `too-large`, `unsupported-feature`. */
export class Hdf4Elements {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  readonly #places = new Map<number, Place>();
  /** Bytes that may still be unpacked. */
  #room = MAX_BYTES;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    const seen = new Set<number>();
    for (let at = 4; at !== 0; at = this.#view.getUint32(at + 2)) {
      if (seen.has(at) || this.#places.size > MAX_ELEMENTS)
        throw new ConversionError('corrupt', 'a list of elements leads back to itself');
      seen.add(at);
      this.#addBlock(at);
    }
  }

  #addBlock(at: number): void {
    const count = this.#view.getUint16(at);
    for (let entry = at + 6; entry < at + 6 + count * 12; entry += 12) {
      const tag = this.#view.getUint16(entry);
      const place = {
        offset: this.#view.getUint32(entry + 4),
        length: this.#view.getUint32(entry + 8),
        isSpecial: (tag & 0xc0_00) === SPECIAL,
      };
      const plain = place.isSpecial ? tag - SPECIAL : tag;
      // An offset of all ones marks an element that is declared but was never written.
      if (tag > 1 && place.offset !== 0xff_ff_ff_ff) this.#places.set(plain * 65_536 + this.#view.getUint16(entry + 2), place);
    }
  }

  numbersOf(tag: number): readonly number[] {
    return [...this.#places.keys()].filter((key) => Math.floor(key / 65_536) === tag).map((key) => key % 65_536);
  }

  has({ tag, ref }: Reference): boolean {
    return this.#places.has(tag * 65_536 + ref);
  }

  /** Returns the bytes of an element, unpacked and joined. */
  element({ tag, ref }: Reference, depth = 0): Bytes {
    const place = this.#places.get(tag * 65_536 + ref);
    if (!place || depth > MAX_DEPTH) throw new ConversionError('corrupt', `element ${tag}, ${ref} is not there`);
    if (place.offset + place.length > this.#bytes.length)
      throw new ConversionError('corrupt', `element ${tag}, ${ref} lies outside the file`);
    const raw = this.#bytes.subarray(place.offset, place.offset + place.length);
    if (!place.isSpecial) return raw;
    const head = viewOf(raw);
    const way = head.getUint16(0);
    if (way === WAYS.linked) return this.#linked(head, depth);
    if (way === WAYS.compressed) return this.#unpacked(head, depth);
    if (way === WAYS.chunked) return this.#chunked(head, depth);
    throw new ConversionError(way === 2 ? 'parts-elsewhere' : 'unsupported-feature', `element stored in way ${way}`);
  }

  #allot(length: number): Bytes {
    this.#room -= length;
    if (this.#room < 0) throw new ConversionError('too-large', 'arrays unpack to more than 1 GiB');
    return new Uint8Array(length);
  }

  #linked(head: DataView, depth: number): Bytes {
    const joined = this.#allot(head.getUint32(2));
    const seen = new Set<number>();
    let filled = 0;
    for (let ref = head.getUint16(14); ref !== 0 && filled < joined.length; ) {
      if (seen.has(ref)) throw new ConversionError('corrupt', 'linked blocks lead back to themselves');
      seen.add(ref);
      const list = viewOf(this.element({ tag: TAG.linked, ref }, depth + 1));
      for (let at = 2; at + 2 <= list.byteLength && filled < joined.length; at += 2) {
        const block = list.getUint16(at);
        if (block === 0) continue;
        const piece = this.element({ tag: TAG.linked, ref: block }, depth + 1).subarray(0, joined.length - filled);
        joined.set(piece, filled);
        filled += piece.length;
      }
      ref = list.getUint16(0);
    }
    return joined;
  }

  #unpacked(head: DataView, depth: number): Bytes {
    const [length, ref, coder] = [head.getUint32(4), head.getUint16(8), head.getUint16(12)];
    const packed = this.element({ tag: TAG.compressed, ref }, depth + 1);
    const into = this.#allot(length);
    if (coder === CODERS.none) into.set(packed.subarray(0, length));
    else if (coder === CODERS.runs) unpackRuns(packed, into);
    else if (coder === CODERS.deflate) inflate(packed, into);
    else throw new ConversionError('unsupported-feature', `compressed in way ${coder}`);
    return into;
  }

  /** Reads a chunked array: a table stores the origin of each chunk, in units of chunks. */
  #chunked(head: DataView, depth: number): Bytes {
    const [length, width, count] = [head.getUint32(11), head.getUint32(19), head.getUint32(31)];
    const sides = Array.from({ length: Math.min(count, 32) }, (_, index) => ({
      whole: head.getUint32(39 + index * 12),
      chunk: head.getUint32(43 + index * 12),
    }));
    const whole = this.#allot(length * width);
    const table = { tag: TAG.tableHead, ref: head.getUint16(25) };
    const list = viewOf(this.element({ tag: TAG.table, ref: table.ref }, depth + 1));
    const row = count * 4 + 4;
    for (let at = 0; at + row <= list.byteLength; at += row) {
      const origin = sides.map((_, index) => list.getUint32(at + index * 4));
      const chunk = { tag: list.getUint16(at + count * 4), ref: list.getUint16(at + count * 4 + 2) };
      placeChunk(whole, this.element({ tag: chunk.tag & ~SPECIAL, ref: chunk.ref }, depth + 1), { sides, origin, width });
    }
    return whole;
  }
}

type Chunk = {
  readonly sides: readonly { readonly whole: number; readonly chunk: number }[];
  readonly origin: readonly number[];
  readonly width: number;
};

/** Copies the rows of a chunk to their place in the array; chunks at the edges extend past it. */
function placeChunk(whole: Bytes, chunk: Bytes, { sides, origin, width }: Chunk): void {
  const last = sides.at(-1);
  if (!last || last.chunk === 0) return;
  const rows = Math.floor(chunk.length / (last.chunk * width));
  for (let row = 0; row < rows; row += 1) {
    let [left, target, stride, isInside] = [row, 0, last.whole, true];
    for (let index = sides.length - 2; index >= 0; index -= 1) {
      const side = sides[index] ?? last;
      const at = (origin[index] ?? 0) * side.chunk + (left % side.chunk);
      left = Math.floor(left / side.chunk);
      isInside &&= at < side.whole;
      target += at * stride;
      stride *= side.whole;
    }
    const column = (origin[sides.length - 1] ?? 0) * last.chunk;
    const cells = Math.min(last.chunk, last.whole - column);
    const start = (target + column) * width;
    if (isInside && cells > 0 && start + cells * width <= whole.length)
      whole.set(chunk.subarray(row * last.chunk * width, (row * last.chunk + cells) * width), start);
  }
}

function inflate(packed: Bytes, into: Bytes): void {
  try {
    unzlibSync(packed, { out: into });
  } catch (cause) {
    throw new ConversionError('corrupt', 'packed bytes that cannot be unpacked', { cause });
  }
}

/**
 * Unpacks runs: a byte of 128 or more repeats the next byte (its lower bits plus 3) times; a smaller one precedes that many
 * literals.
 */
function unpackRuns(packed: Bytes, into: Bytes): void {
  let filled = 0;
  for (let at = 0; at < packed.length && filled < into.length; ) {
    const sign = packed[at] ?? 0;
    if (sign & 0x80) {
      const run = (sign & 0x7f) + 3;
      into.fill(packed[at + 1] ?? 0, filled, filled + run);
      filled += run;
      at += 2;
    } else {
      const plain = packed.subarray(at + 1, at + 2 + sign).subarray(0, into.length - filled);
      into.set(plain, filled);
      filled += plain.length;
      at += 2 + sign;
    }
  }
}
