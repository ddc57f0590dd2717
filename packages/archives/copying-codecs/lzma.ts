import type { Bytes } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';

/** Adaptation rate of probabilities, and their initial value (LZMA SDK specification). */
const MOVE = 5;
const EVEN_ODDS = 1024;
const TOP = 2 ** 24;

const STATES = 12;
const LENGTH_TO_SLOTS = 4;
const END_SLOT = 14;

/** Properties of a stream: literal context bits, literal position bits and position bits (lc, lp, pb). */
type Properties = { readonly context: number; readonly letterPlace: number; readonly place: number };

/** @param byte (pb × 5 + lp) × 9 + lc; 225 and above is invalid */
function propertiesOf(byte: number): Properties {
  if (byte >= 225) throw corrupt('properties that are none');
  return { context: byte % 9, letterPlace: Math.floor(byte / 9) % 5, place: Math.floor(byte / 45) };
}

const half = (count: number): Uint16Array => new Uint16Array(count).fill(EVEN_ODDS);

/** Decodes bits of a range coder with adaptive probabilities. */
class Bits {
  #range = 0xff_ff_ff_ff;
  #code = 0;
  #at = 5;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    if (bytes.length < 5 || bytes[0] !== 0) throw corrupt('no stream of LZMA');
    this.#bytes = bytes;
    for (let at = 1; at < 5; at += 1) this.#code = this.#code * 256 + (bytes[at] ?? 0);
  }

  #refill(): void {
    if (this.#range >= TOP) return;
    // Valid streams read a few bytes past the end.
    if (this.#at > this.#bytes.length + 4) throw corrupt('it ends too early');
    this.#range *= 256;
    this.#code = this.#code * 256 + (this.#bytes[this.#at] ?? 0);
    this.#at += 1;
  }

  bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index] ?? EVEN_ODDS;
    const bound = Math.floor(this.#range / 2048) * probability;
    const isOne = this.#code >= bound;
    if (isOne) {
      this.#range -= bound;
      this.#code -= bound;
      probabilities[index] = probability - (probability >> MOVE);
    } else {
      this.#range = bound;
      probabilities[index] = probability + ((2048 - probability) >> MOVE);
    }
    this.#refill();
    return isOne ? 1 : 0;
  }

  direct(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      this.#range = Math.floor(this.#range / 2);
      const isOne = this.#code >= this.#range;
      if (isOne) this.#code -= this.#range;
      value = value * 2 + (isOne ? 1 : 0);
      this.#refill();
    }
    return value;
  }

  tree(probabilities: Uint16Array, start: number, bits: number): number {
    let node = 1;
    for (let left = bits; left > 0; left -= 1) node = node * 2 + this.bit(probabilities, start + node);
    return node - 2 ** bits;
  }

  backward(probabilities: Uint16Array, start: number, bits: number): number {
    let [node, value] = [1, 0];
    for (let index = 0; index < bits; index += 1) {
      const bit = this.bit(probabilities, start + node);
      node = node * 2 + bit;
      value += bit * 2 ** index;
    }
    return value;
  }
}

/** Decodes match lengths: eight short, eight medium and 256 long ones; the first two depend on the position. */
class Lengths {
  readonly #choice = half(2);
  readonly #short = half(16 * 8);
  readonly #longer = half(16 * 8);
  readonly #long = half(256);

  read(bits: Bits, place: number): number {
    if (bits.bit(this.#choice, 0) === 0) return bits.tree(this.#short, place * 8, 3);
    if (bits.bit(this.#choice, 1) === 0) return 8 + bits.tree(this.#longer, place * 8, 3);
    return 16 + bits.tree(this.#long, 0, 8);
  }
}

const afterLetter = (state: number): number => (state < 4 ? 0 : state < 10 ? state - 3 : state - 6);

class Decoder {
  readonly #bits: Bits;
  readonly #out: Bytes;
  readonly #properties: Properties;
  readonly #letters: Uint16Array;
  readonly #isCopy = half(STATES * 16);
  readonly #isRepeated = half(STATES);
  readonly #repeatedKinds = [half(STATES), half(STATES), half(STATES)] as const;
  readonly #isLongRepeat = half(STATES * 16);
  readonly #slots = half(LENGTH_TO_SLOTS * 64);
  readonly #special = half(115);
  readonly #aligned = half(16);
  readonly #lengths = new Lengths();
  readonly #repeatLengths = new Lengths();
  #distances: [number, number, number, number] = [0, 0, 0, 0];
  #state = 0;
  #at = 0;

  constructor(bytes: Uint8Array, out: Bytes, properties: Properties) {
    this.#bits = new Bits(bytes);
    this.#out = out;
    this.#properties = properties;
    this.#letters = half(0x3_00 * 2 ** (properties.context + properties.letterPlace));
  }

  run(): void {
    while (this.#at < this.#out.length) {
      const place = this.#at & (2 ** this.#properties.place - 1);
      if (this.#bits.bit(this.#isCopy, this.#state * 16 + place) === 0) this.#letter();
      else if (!this.#copy(place)) throw corrupt('it ends too early');
    }
  }

  #letter(): void {
    const { context, letterPlace } = this.#properties;
    const before = this.#out[this.#at - 1] ?? 0;
    const group = ((this.#at & (2 ** letterPlace - 1)) << context) + (before >> (8 - context));
    const start = group * 0x3_00;
    let node = 1;
    if (this.#state >= 7) {
      let like = this.#out[this.#at - this.#distances[0] - 1] ?? 0;
      while (node < 256) {
        const expected = (like >> 7) & 1;
        like = (like << 1) & 0xff;
        const bit = this.#bits.bit(this.#letters, start + (1 + expected) * 256 + node);
        node = node * 2 + bit;
        if (bit !== expected) break;
      }
    }
    while (node < 256) node = node * 2 + this.#bits.bit(this.#letters, start + node);
    this.#out[this.#at] = node & 0xff;
    this.#at += 1;
    this.#state = afterLetter(this.#state);
  }

  /** Returns false at the end marker. */
  #copy(place: number): boolean {
    const length = this.#bits.bit(this.#isRepeated, this.#state) === 0 ? this.#newCopy(place) : this.#repeatedCopy(place);
    if (length === undefined) return false;
    const distance = this.#distances[0] + 1;
    if (distance > this.#at) throw corrupt('a copy from before the beginning');
    const end = Math.min(this.#at + length, this.#out.length);
    for (; this.#at < end; this.#at += 1) this.#out[this.#at] = this.#out[this.#at - distance] ?? 0;
    return true;
  }

  #newCopy(place: number): number | undefined {
    const length = this.#lengths.read(this.#bits, place) + 2;
    this.#state = this.#state < 7 ? 7 : 10;
    const slot = this.#bits.tree(this.#slots, Math.min(length - 2, LENGTH_TO_SLOTS - 1) * 64, 6);
    const [first, second, third] = this.#distances;
    this.#distances = [this.#distance(slot), first, second, third];
    return this.#distances[0] === 0xff_ff_ff_ff ? undefined : length;
  }

  #distance(slot: number): number {
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 + (slot & 1)) * 2 ** bits;
    if (slot < END_SLOT) return base + this.#bits.backward(this.#special, base - slot, bits);
    return base + this.#bits.direct(bits - 4) * 16 + this.#bits.backward(this.#aligned, 0, 4);
  }

  #repeatedCopy(place: number): number {
    const [first, second, third, fourth] = this.#distances;
    const [isNotFirst, isNotSecond, isNotThird] = this.#repeatedKinds;
    if (this.#bits.bit(isNotFirst, this.#state) === 0) {
      if (this.#bits.bit(this.#isLongRepeat, this.#state * 16 + place) === 0) {
        this.#state = this.#state < 7 ? 9 : 11;
        return 1;
      }
    } else if (this.#bits.bit(isNotSecond, this.#state) === 0) this.#distances = [second, first, third, fourth];
    else if (this.#bits.bit(isNotThird, this.#state) === 0) this.#distances = [third, first, second, fourth];
    else this.#distances = [fourth, first, second, third];
    const length = this.#repeatLengths.read(this.#bits, place) + 2;
    this.#state = this.#state < 7 ? 8 : 11;
    return length;
  }
}

/** Unpacks an LZMA stream without a header to `size` bytes. Errors: `corrupt`. */
export function unpackLzma(packed: Uint8Array, properties: number, size: number): Bytes {
  const out = new Uint8Array(size);
  if (size > 0) new Decoder(packed, out, propertiesOf(properties)).run();
  return out;
}
