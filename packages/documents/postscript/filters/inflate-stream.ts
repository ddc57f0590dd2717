import { type ByteStream, DecodedStream } from './byte-stream.ts';

const NOTHING = new Uint8Array();
const WINDOW = 32_768;

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289,
  16385, 24577,
];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A Huffman code of RFC 1951: the number of codes per length, and their symbols in order. */
type Code = { readonly counts: Uint16Array; readonly symbols: Uint16Array };

function codeOf(lengths: readonly number[]): Code {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(17);
  for (let length = 1; length < 16; length += 1) offsets[length + 1] = (offsets[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    const at = offsets[length] ?? 0;
    symbols[at] = symbol;
    offsets[length] = at + 1;
  });
  return { counts, symbols };
}

const FIXED_LENGTHS = codeOf(
  Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = codeOf(Array.from({ length: 30 }, () => 5));

/** Reads no further than its data, so that the rest of the program stays readable. */
class Inflater {
  private readonly source: ByteStream;
  private held = 0;
  private have = 0;
  private readonly window = new Uint8Array(WINDOW);
  private at = 0;
  private out: number[] = [];
  private block: { readonly lengths: Code; readonly distances: Code } | number | undefined;
  private isLast = false;
  private ended = false;

  constructor(source: ByteStream) {
    this.source = source;
  }

  piece(): Uint8Array {
    this.out = [];
    while (!this.ended && this.out.length < 4096) this.step();
    return this.out.length === 0 ? NOTHING : Uint8Array.from(this.out);
  }

  private step(): void {
    if (this.block === undefined) this.open();
    else if (typeof this.block === 'number') this.copyStored(this.block);
    else this.symbol(this.block.lengths, this.block.distances);
  }

  private bits(count: number): number {
    while (this.have < count) {
      const byte = this.source.read();
      if (byte < 0) {
        this.ended = true;
        return 0;
      }
      this.held |= byte << this.have;
      this.have += 8;
    }
    const value = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.have -= count;
    return value;
  }

  private decode({ counts, symbols }: Code): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16 && !this.ended; length += 1) {
      code |= this.bits(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    this.ended = true;
    return -1;
  }

  private open(): void {
    if (this.isLast) {
      this.finish();
      return;
    }
    this.isLast = this.bits(1) === 1;
    const kind = this.bits(2);
    if (this.ended) return;
    if (kind === 0) {
      this.held = 0;
      this.have = 0;
      this.block = this.bits(16);
      this.bits(16);
    } else if (kind === 1) this.block = { lengths: FIXED_LENGTHS, distances: FIXED_DISTANCES };
    else if (kind === 2) this.readCodes();
    else this.ended = true;
  }

  private readCodes(): void {
    const [literals, distances, orders] = [this.bits(5) + 257, this.bits(5) + 1, this.bits(4) + 4];
    const orderLengths = Array.from({ length: 19 }, () => 0);
    for (const symbol of ORDER.slice(0, orders)) orderLengths[symbol] = this.bits(3);
    const code = codeOf(orderLengths);
    const lengths: number[] = [];
    const repeat = (count: number, length: number): void => {
      for (let index = 0; index < count; index += 1) lengths.push(length);
    };
    while (lengths.length < literals + distances && !this.ended) {
      const symbol = this.decode(code);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16) repeat(3 + this.bits(2), lengths.at(-1) ?? 0);
      else repeat(symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7), 0);
    }
    this.block = {
      lengths: codeOf(lengths.slice(0, literals)),
      distances: codeOf(lengths.slice(literals, literals + distances)),
    };
  }

  private copyStored(left: number): void {
    if (left === 0) {
      this.block = undefined;
      return;
    }
    const byte = this.bits(8);
    if (!this.ended) this.emit(byte);
    this.block = left - 1;
  }

  private symbol(lengths: Code, distances: Code): void {
    const symbol = this.decode(lengths);
    if (symbol < 0) return;
    if (symbol < 256) this.emit(symbol);
    else if (symbol === 256) this.block = undefined;
    else {
      const length = (LENGTH_BASE[symbol - 257] ?? 0) + this.bits(LENGTH_BITS[symbol - 257] ?? 0);
      const far = this.decode(distances);
      const distance = (DISTANCE_BASE[far] ?? 0) + this.bits(Math.max(0, (far >> 1) - 1));
      if (this.ended || far < 0) return;
      for (let count = 0; count < length; count += 1) this.emit(this.window[(this.at - distance) & (WINDOW - 1)] ?? 0);
    }
  }

  private emit(byte: number): void {
    this.window[this.at & (WINDOW - 1)] = byte;
    this.at += 1;
    this.out.push(byte);
  }

  /** The checksum is part of the data. */
  private finish(): void {
    this.ended = true;
    for (let count = 0; count < 4; count += 1) this.source.read();
  }
}

/** zlib (RFC 1950), as read by `FlateDecode`. */
export function inflateStream(source: ByteStream): ByteStream {
  let inflater: Inflater | undefined;
  return new DecodedStream(() => {
    if (!inflater) {
      source.read();
      source.read();
      inflater = new Inflater(source);
    }
    return inflater.piece();
  });
}
