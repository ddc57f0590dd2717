import { MsbBits } from '@bakkum/bytes/bits';
import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';

const BLOCK_UNIT_BYTES = 100_000;
/** First 24 and last 24 bits of the marks before a block and at the end of a stream. */
const BLOCK_MARK = [0x314159, 0x265359] as const;
const END_MARK = [0x177245, 0x385090] as const;
const ALZ_MARK = 0x444c5a; // DLZ
const ALZ_BLOCK = 1;

const GROUP_SYMBOLS = 50;
const MAX_CODE_BITS = 20;
const RUN_A = 0;
const RUN_B = 1;

/** Unpacks streams of bzip2, also several in a row, to `size` bytes. Errors: `corrupt`, `unsupported-feature`. */
export function unpackBzip2(packed: Bytes, size: number): Bytes {
  const bits = new MsbBits(packed);
  const out = new Out(size);
  while (bits.left >= 32 && !out.isFull) {
    if (bits.read(24) !== 0x425a68) throw corrupt('no stream of bzip2');
    const blockBytes = (bits.read(8) - 0x30) * BLOCK_UNIT_BYTES;
    while (isBlock(bits)) {
      bits.read(32); // checksum; the archive has its own
      if (bits.read(1) === 1) throw new ConversionError('unsupported-feature', 'a randomised block');
      unpackBlock(bits, blockBytes, out);
    }
    bits.read(32);
    bits.align();
  }
  return out.finish();
}

/** Unpacks the variant of ALZ archives: other marks, no stream header, no checksums. Errors: `corrupt`. */
export function unpackAlzBzip2(packed: Bytes, size: number): Bytes {
  const bits = new MsbBits(packed);
  const out = new Out(size);
  for (;;) {
    if (bits.read(24) !== ALZ_MARK) throw corrupt('no block where one should be');
    if (bits.read(8) !== ALZ_BLOCK) return out.finish();
    unpackBlock(bits, 9 * BLOCK_UNIT_BYTES, out);
  }
}

function isBlock(bits: MsbBits): boolean {
  const [first, second] = [bits.read(24), bits.read(24)];
  if (first === BLOCK_MARK[0] && second === BLOCK_MARK[1]) return true;
  if (first === END_MARK[0] && second === END_MARK[1]) return false;
  throw corrupt('no block where one should be');
}

/** Collects the result, expanding the run lengths of the first stage: four equal bytes and a count. */
class Out {
  readonly #bytes: Bytes;
  #length = 0;
  #last = -1;
  #equal = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  get isFull(): boolean {
    return this.#length === this.#bytes.length;
  }

  /** Runs do not continue across blocks. */
  startBlock(): void {
    this.#equal = 0;
    this.#last = -1;
  }

  push(byte: number): void {
    if (this.#equal === 4) {
      if (this.#length + byte > this.#bytes.length) throw corrupt('more bytes than announced');
      this.#bytes.fill(this.#last, this.#length, this.#length + byte);
      this.#length += byte;
      this.#equal = 0;
      this.#last = -1;
      return;
    }
    if (this.isFull) throw corrupt('more bytes than announced');
    this.#equal = byte === this.#last ? this.#equal + 1 : 1;
    this.#last = byte;
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  finish(): Bytes {
    if (!this.isFull) throw corrupt('fewer bytes than announced');
    return this.#bytes;
  }
}

function unpackBlock(bits: MsbBits, blockBytes: number, out: Out): void {
  const origin = bits.read(24);
  const used = usedBytes(bits);
  const symbolCount = used.length + 2;
  const tableCount = bits.read(3);
  if (tableCount < 2 || tableCount > 6) throw corrupt('a wrong number of tables');
  const selectors = readSelectors(bits, tableCount);
  const tables = Array.from({ length: tableCount }, () => new Code(readLengths(bits, symbolCount)));
  const sorted = unmoved(symbolsOf(bits, selectors, tables, symbolCount - 1), used, blockBytes);
  if (origin >= sorted.length) throw corrupt('a block that starts outside itself');
  unsort(sorted, origin, out);
}

function usedBytes(bits: MsbBits): Uint8Array {
  const groups = bits.read(16);
  const used: number[] = [];
  for (let group = 0; group < 16; group += 1) {
    if (((groups >> (15 - group)) & 1) === 0) continue;
    const members = bits.read(16);
    for (let member = 0; member < 16; member += 1) if ((members >> (15 - member)) & 1) used.push(group * 16 + member);
  }
  if (used.length === 0) throw corrupt('a block without bytes');
  return Uint8Array.from(used);
}

/** Reads which table codes each group of symbols, as places in a list whose last used member moves to the front. */
function readSelectors(bits: MsbBits, tableCount: number): Uint8Array {
  const selectors = new Uint8Array(bits.read(15));
  const order = Uint8Array.from({ length: tableCount }, (_, index) => index);
  for (let index = 0; index < selectors.length; index += 1) {
    let place = 0;
    while (bits.read(1) === 1) {
      place += 1;
      if (place >= tableCount) throw corrupt('a table that does not exist');
    }
    selectors[index] = toFront(order, place);
  }
  return selectors;
}

function toFront(order: Uint8Array, place: number): number {
  const value = order[place] ?? 0;
  order.copyWithin(1, 0, place);
  order[0] = value;
  return value;
}

function readLengths(bits: MsbBits, count: number): Uint8Array {
  const lengths = new Uint8Array(count);
  let length = bits.read(5);
  for (let symbol = 0; symbol < count; symbol += 1) {
    while (bits.read(1) === 1) length += bits.read(1) === 0 ? 1 : -1;
    if (length < 1 || length > MAX_CODE_BITS) throw corrupt('a code of impossible length');
    lengths[symbol] = length;
  }
  return lengths;
}

/** A canonical Huffman code. */
class Code {
  /** By length: the first code, the number of codes, and the place of the first in `#symbols`. */
  readonly #first = new Int32Array(MAX_CODE_BITS + 2);
  readonly #count = new Int32Array(MAX_CODE_BITS + 2);
  readonly #offset = new Int32Array(MAX_CODE_BITS + 2);
  readonly #symbols: Uint16Array;

  constructor(lengths: Uint8Array) {
    for (const length of lengths) this.#count[length] = (this.#count[length] ?? 0) + 1;
    for (let length = 1, code = 0, offset = 0; length <= MAX_CODE_BITS; length += 1) {
      this.#first[length] = code;
      this.#offset[length] = offset;
      const count = this.#count[length] ?? 0;
      code = (code + count) * 2;
      offset += count;
    }
    this.#symbols = Uint16Array.from(
      [...lengths.keys()].sort((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0) || one - other),
    );
  }

  read(bits: MsbBits): number {
    let code = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length += 1) {
      code = code * 2 + bits.read(1);
      const place = code - (this.#first[length] ?? 0);
      if (place < (this.#count[length] ?? 0)) return this.#symbols[(this.#offset[length] ?? 0) + place] ?? 0;
    }
    throw corrupt('a code that does not exist');
  }
}

function* symbolsOf(bits: MsbBits, selectors: Uint8Array, tables: readonly Code[], end: number): Generator<number> {
  for (const selector of selectors) {
    const table = tables[selector];
    if (!table) throw corrupt('a table that does not exist');
    for (let index = 0; index < GROUP_SYMBOLS; index += 1) {
      const symbol = table.read(bits);
      if (symbol === end) return;
      yield symbol;
    }
  }
  throw corrupt('a block without an end');
}

/** Undoes the move-to-front stage and its runs of zeros, written in bijective base two. */
function unmoved(symbols: Iterable<number>, used: Uint8Array, blockBytes: number): Uint8Array {
  const order = used.slice();
  const sorted = new Uint8Array(blockBytes);
  let length = 0;
  let run = 0;
  let weight = 1;
  const endRun = (): void => {
    if (length + run > blockBytes) throw corrupt('a block that is too large');
    sorted.fill(order[0] ?? 0, length, length + run);
    length += run;
    run = 0;
    weight = 1;
  };
  for (const symbol of symbols) {
    if (symbol === RUN_A || symbol === RUN_B) {
      run += weight * (symbol + 1);
      weight *= 2;
      if (run > blockBytes) throw corrupt('a block that is too large');
      continue;
    }
    endRun();
    if (length >= blockBytes) throw corrupt('a block that is too large');
    sorted[length] = toFront(order, symbol - 1);
    length += 1;
  }
  endRun();
  return sorted.subarray(0, length);
}

/** Undoes the Burrows-Wheeler transform. */
function unsort(sorted: Uint8Array, origin: number, out: Out): void {
  const starts = new Uint32Array(257);
  for (const byte of sorted) starts[byte + 1] = (starts[byte + 1] ?? 0) + 1;
  for (let byte = 0; byte < 256; byte += 1) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
  const next = new Uint32Array(sorted.length);
  for (let at = 0; at < sorted.length; at += 1) {
    const byte = sorted[at] ?? 0;
    const place = starts[byte] ?? 0;
    next[place] = at;
    starts[byte] = place + 1;
  }
  out.startBlock();
  let at = next[origin] ?? 0;
  for (let count = sorted.length; count > 0; count -= 1) {
    out.push(sorted[at] ?? 0);
    at = next[at] ?? 0;
  }
}
