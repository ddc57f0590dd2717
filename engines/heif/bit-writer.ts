/** Packs bits into bytes, most significant first. */
export class BitWriter {
  readonly #bits: number[] = [];

  /** Writes a number of up to 32 bits. */
  put(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#bits.push(Math.floor(value / 2 ** bit) % 2);
    return this;
  }

  /** Writes a variable-length number (Exp-Golomb, ITU-T H.265 9.2). */
  putLength(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.put(0, length).put(value + 1, length + 1);
  }

  /** Adds the stop bit and padding. */
  finish(): readonly number[] {
    this.put(1, 1);
    while (this.#bits.length % 8 !== 0) this.#bits.push(0);
    return Array.from({ length: this.#bits.length / 8 }, (_, index) =>
      this.#bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
    );
  }
}

/** Reads the bits of a header. Errors: `RangeError` past the end. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      if (this.#at >= this.#bytes.length * 8) throw new RangeError('past the end');
      value = value * 2 + (((this.#bytes[this.#at >>> 3] ?? 0) >>> (7 - (this.#at % 8))) & 1);
      this.#at += 1;
    }
    return value;
  }

  takeLength(): number {
    let zeros = 0;
    while (this.take(1) === 0) zeros += 1;
    if (zeros > 31) throw new RangeError('a number without end');
    return 2 ** zeros - 1 + this.take(zeros);
  }
}
