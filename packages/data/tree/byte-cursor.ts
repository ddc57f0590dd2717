import { viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';

/** Reads bytes in order; reading past the end throws `corrupt`. */
export class ByteCursor {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Advances by `length` bytes and returns the position where they start. */
  skip(length: number): number {
    if (!(length >= 0 && length <= this.left)) throw corrupt('it ends too early');
    const start = this.at;
    this.at += length;
    return start;
  }

  byte(): number {
    return this.view.getUint8(this.skip(1));
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    const start = this.skip(length);
    return this.bytes.slice(start, start + length);
  }

  text(length: number): string {
    const start = this.skip(length);
    return decodeUtf8(this.bytes.subarray(start, start + length));
  }

  /** An unsigned big-endian number of 1, 2, 4 or 8 bytes. */
  unsigned(length: number): number | bigint {
    const start = this.skip(length);
    if (length === 1) return this.view.getUint8(start);
    if (length === 2) return this.view.getUint16(start);
    return length === 4 ? this.view.getUint32(start) : this.view.getBigUint64(start);
  }

  /** The same as a length: no file is longer than a JavaScript number can express. */
  length(size: number): number {
    return Number(this.unsigned(size));
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw corrupt('text that is not UTF-8');
  }
}

/** A buffer that grows as it is written. */
export class ByteSink {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  #grow(length: number): number {
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return start;
  }

  byte(...values: readonly number[]): void {
    const start = this.#grow(values.length); // Grown before reading `this.#bytes`, because growing replaces the array.
    this.#bytes.set(values, start);
  }

  put(bytes: Uint8Array): void {
    const start = this.#grow(bytes.length);
    this.#bytes.set(bytes, start);
  }

  /** Writes a number through a view of `length` bytes. */
  number(length: number, set: (view: DataView) => void): void {
    const start = this.#grow(length);
    set(new DataView(this.#bytes.buffer, start, length));
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}

export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
