import type { Bytes } from './bytes.ts';
import { EndOfBytes } from './errors.ts';

type Options = {
  /** Zero bytes that may be read past the end, for decoders that look ahead. Default 0. */
  readonly padding?: number;
};

/** Position in a sequence of bits. */
abstract class Bits {
  /** Offset of the next bit. */
  at = 0;
  protected readonly bytes: Uint8Array;
  readonly #end: number;

  constructor(bytes: Uint8Array, { padding = 0 }: Options = {}) {
    this.bytes = bytes;
    this.#end = (bytes.length + padding) * 8;
  }

  /** Bits before the end, without padding. Negative in the padding. */
  get left(): number {
    return this.bytes.length * 8 - this.at;
  }

  /** Advances to the next byte boundary. */
  align(): void {
    this.at = Math.ceil(this.at / 8) * 8;
  }

  /** Reads a number of up to 53 bits. @throws EndOfBytes */
  abstract read(count: number): number;

  protected assertLeft(count: number): void {
    if (!(count >= 0 && this.at + count <= this.#end)) throw new EndOfBytes();
  }
}

/** Reads bits, the most significant of each byte first. */
export class MsbBits extends Bits {
  override read(count: number): number {
    this.assertLeft(count);
    let value = 0;
    for (let left = count; left > 0; ) {
      const free = 8 - (this.at & 7);
      const used = Math.min(free, left);
      const byte = this.bytes[Math.floor(this.at / 8)] ?? 0;
      value = value * (1 << used) + ((byte >>> (free - used)) & ((1 << used) - 1));
      this.at += used;
      left -= used;
    }
    return value;
  }

  /** An unsigned Exp-Golomb number (ITU-T H.264, 9.1). */
  expGolomb(): number {
    let zeros = 0;
    while (this.read(1) === 0) zeros += 1;
    if (zeros > 31) throw new EndOfBytes('a number without an end');
    return 2 ** zeros - 1 + this.read(zeros);
  }
}

/** Reads bits, the least significant of each byte first; the first bit is the lowest of the number. */
export class LsbBits extends Bits {
  override read(count: number): number {
    this.assertLeft(count);
    let [value, scale] = [0, 1];
    for (let done = 0; done < count; ) {
      const offset = this.at & 7;
      const used = Math.min(8 - offset, count - done);
      const byte = this.bytes[Math.floor(this.at / 8)] ?? 0;
      value += ((byte >>> offset) & ((1 << used) - 1)) * scale;
      scale *= 1 << used;
      this.at += used;
      done += used;
    }
    return value;
  }
}

/** Packs bits into bytes, the most significant first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  /** Bits used in the last byte. */
  #used = 8;

  /** Writes the low `count` bits of a whole number below 2^53. */
  put(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      if (this.#used === 8) {
        this.#bytes.push(0);
        this.#used = 0;
      }
      this.#used += 1;
      const last = this.#bytes.length - 1;
      this.#bytes[last] = (this.#bytes[last] ?? 0) | ((Math.floor(value / 2 ** bit) % 2) << (8 - this.#used));
    }
    return this;
  }

  /** Writes an unsigned Exp-Golomb number (ITU-T H.264, 9.1). */
  putExpGolomb(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.put(0, length).put(value + 1, length + 1);
  }

  /** Returns the bytes; unused bits of the last are zero. */
  finish(): Bytes {
    return Uint8Array.from(this.#bytes);
  }
}
