import { MsbBits } from '@bakkum/bytes/bits';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Unpacked } from './packing.ts';

const LITERALS = 510;
const LENGTHS = 19;

/** Window size of an LHA method: the number of distance codes, and the bits that encode this number. */
export type Reach = { readonly positions: number; readonly width: number };
export const REACH_OF_LH5: Reach = { positions: 14, width: 4 };
const THRESHOLD = 3;

/** Opens packed bits, which decoders may read a few bytes past the end. */
export const bitsOf = (packed: Uint8Array): MsbBits => new MsbBits(packed, { padding: 4 });

/** Canonical Huffman codes by length; a single code takes no bits. */
export class Codes {
  readonly #symbols: readonly number[];
  readonly #counts: readonly number[];
  readonly #only: number | undefined;

  constructor(lengths: readonly number[], only?: number) {
    const used = lengths.flatMap((length, symbol) => (length > 0 ? [{ length, symbol }] : []));
    used.sort((a, b) => a.length - b.length || a.symbol - b.symbol);
    this.#symbols = used.map(({ symbol }) => symbol);
    this.#counts = Array.from({ length: 17 }, (_, length) => used.filter((each) => each.length === length).length);
    this.#only = only;
  }

  read(bits: MsbBits): number {
    if (this.#only !== undefined) return this.#only;
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= 16; length += 1) {
      code |= bits.read(1);
      const count = this.#counts[length] ?? 0;
      if (code - first < count) return this.#symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new ConversionError('corrupt', 'a code nobody gave');
  }
}

/** Unpacks LHA methods `-lh4-` to `-lh7-`: blocks of literals and copies with their own codes, up to 8 KiB back in `-lh5-`. */
export function unpackLh5(packed: Uint8Array, target: Unpacked, { positions: most, width }: Reach = REACH_OF_LH5): void {
  const bits = bitsOf(packed);
  while (!target.isFull) {
    const size = bits.read(16);
    if (size === 0) return;
    const lengths = smallCodes(bits, LENGTHS, 5, 3);
    const literals = literalCodes(bits, lengths);
    const positions = smallCodes(bits, most, width, -1);
    for (let left = size; left > 0 && !target.isFull; left -= 1) {
      const symbol = literals.read(bits);
      if (symbol < 256) target.push(symbol);
      else repeat(bits, target, symbol - 256 + THRESHOLD, positions.read(bits));
    }
  }
}

function repeat(bits: MsbBits, target: Unpacked, length: number, position: number): void {
  const distance = position === 0 ? 1 : (1 << (position - 1)) + bits.read(position - 1) + 1;
  for (let count = 0; count < length; count += 1) target.push(target.back(distance));
}

/** Reads code lengths of three bits, in unary above six. After the `special`th, a count of zero lengths follows. */
function smallCodes(bits: MsbBits, most: number, width: number, special: number): Codes {
  const count = bits.read(width);
  if (count === 0) return new Codes([], bits.read(width));
  if (count > most) throw new ConversionError('corrupt', 'more codes than there are symbols');
  const lengths: number[] = [];
  while (lengths.length < count) {
    let length = bits.read(3);
    if (length === 7) while (bits.read(1) === 1) length += 1;
    if (length > 16) throw new ConversionError('corrupt', 'a code longer than any');
    lengths.push(length);
    if (lengths.length === special) for (let none = bits.read(2); none > 0; none -= 1) lengths.push(0);
  }
  return new Codes(lengths);
}

/** Literal code lengths are themselves coded; the first three codes are counts of zero lengths. */
function literalCodes(bits: MsbBits, codes: Codes): Codes {
  const count = bits.read(9);
  if (count === 0) return new Codes([], bits.read(9));
  if (count > LITERALS) throw new ConversionError('corrupt', 'more codes than there are symbols');
  const lengths: number[] = [];
  while (lengths.length < count) {
    const code = codes.read(bits);
    if (code > 2) lengths.push(code - 2);
    else {
      const none = code === 0 ? 1 : code === 1 ? bits.read(4) + 3 : bits.read(9) + 20;
      if (lengths.length + none > LITERALS) throw new ConversionError('corrupt', 'more codes than there are symbols');
      for (let each = 0; each < none; each += 1) lengths.push(0);
    }
  }
  return new Codes(lengths);
}
