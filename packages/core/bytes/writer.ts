import { type Bytes, encodeLatin1 } from './bytes.ts';

/** A buffer that grows as it is written. */
export class ByteWriter {
  readonly #littleEndian: boolean;
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  constructor({ littleEndian = false }: { readonly littleEndian?: boolean } = {}) {
    this.#littleEndian = littleEndian;
  }

  get length(): number {
    return this.#length;
  }

  put(bytes: ArrayLike<number>): this {
    const start = this.skip(bytes.length);
    this.#bytes.set(bytes, start);
    return this;
  }

  u8(...values: readonly number[]): this {
    return this.put(values);
  }

  u16(...values: readonly number[]): this {
    const start = this.skip(values.length * 2);
    for (const [index, value] of values.entries()) this.#view.setUint16(start + index * 2, value, this.#littleEndian);
    return this;
  }

  u32(...values: readonly number[]): this {
    const start = this.skip(values.length * 4);
    for (const [index, value] of values.entries()) this.#view.setUint32(start + index * 4, value, this.#littleEndian);
    return this;
  }

  /** A negative number is written in two's complement. */
  u64(value: bigint): this {
    const start = this.skip(8);
    this.#view.setBigUint64(start, value, this.#littleEndian);
    return this;
  }

  f32(...values: readonly number[]): this {
    const start = this.skip(values.length * 4);
    for (const [index, value] of values.entries()) this.#view.setFloat32(start + index * 4, value, this.#littleEndian);
    return this;
  }

  f64(value: number): this {
    const start = this.skip(8);
    this.#view.setFloat64(start, value, this.#littleEndian);
    return this;
  }

  /** UTF-8 text without a length. */
  utf8(text: string): this {
    return this.put(new TextEncoder().encode(text));
  }

  /** Latin-1 text without a length. */
  latin1(text: string): this {
    return this.put(encodeLatin1(text));
  }

  /** UTF-16 code units without a length. */
  utf16(text: string): this {
    for (let index = 0; index < text.length; index += 1) this.u16(text.charCodeAt(index));
    return this;
  }

  /** Adds zeros up to the next multiple of `size`. */
  align(size: number): this {
    this.skip((size - (this.#length % size)) % size);
    return this;
  }

  /** Adds zeros up to a length of `length`. @throws RangeError if the buffer is longer already */
  padTo(length: number): this {
    this.skip(length - this.#length);
    return this;
  }

  /** Adds `length` zeros and returns the offset where they start. */
  skip(length: number): number {
    if (!(length >= 0)) throw new RangeError(`${length} zeros`);
    const start = this.#length;
    this.#length += length;
    if (this.#length <= this.#bytes.length) return start;
    const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
    return start;
  }

  finish(): Bytes {
    return this.#bytes.slice(0, this.#length);
  }
}
