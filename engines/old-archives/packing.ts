import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** Size limit, because headers can claim any size and files of that era were far smaller. */
export const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** Collects unpacked bytes up to the size in the header. */
export class Unpacked {
  readonly #size: number;
  #bytes: Bytes;
  #length = 0;

  /** Errors: `too-large` for an implausible size. */
  constructor(size: number) {
    if (size > MAX_UNPACKED_BYTES) throw new ConversionError('too-large', `${size} bytes in one file`);
    this.#size = size;
    this.#bytes = new Uint8Array(Math.min(size, 65_536));
  }

  get isFull(): boolean {
    return this.#length >= this.#size;
  }

  push(byte: number): void {
    if (this.isFull) return; // padding bits of the last byte
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#size, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  /** Returns the byte at a distance, 1 being the last; zero before the first. */
  back(distance: number): number {
    return this.#bytes[this.#length - distance] ?? 0;
  }

  finish(): Bytes {
    if (!this.isFull) throw new ConversionError('corrupt', 'a file is shorter than it should be');
    return this.#bytes.subarray(0, this.#length);
  }
}

const REPEAT = 0x90;

/** Expands runs: a byte, `0x90`, count. */
export function runs(push: (byte: number) => void): (byte: number) => void {
  let last = 0;
  let isCount = false;
  return (byte) => {
    if (!isCount && byte === REPEAT) isCount = true;
    else if (!isCount) {
      last = byte;
      push(byte);
    } else {
      isCount = false;
      if (byte === 0) push(REPEAT);
      for (let count = 1; count < byte; count += 1) push(last);
    }
  };
}
