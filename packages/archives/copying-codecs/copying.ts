import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/**
 * The output buffer of an LZ77 decoder: takes literals and copies of earlier output. Errors: `corrupt` when it would exceed its
 * size or a copy starts before the beginning.
 */
export class CopyBuffer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  at: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  literals(source: Uint8Array, from: number, length: number): void {
    if (from + length > source.length || this.at + length > this.bytes.length)
      throw new ConversionError('corrupt', 'literals past the end');
    this.bytes.set(source.subarray(from, from + length), this.at);
    this.at += length;
  }

  copy(distance: number, length: number): void {
    const from = this.at - distance;
    if (from < 0 || distance === 0 || this.at + length > this.bytes.length)
      throw new ConversionError('corrupt', 'a copy from nowhere');
    if (distance >= length) this.bytes.copyWithin(this.at, from, from + length);
    else for (let index = 0; index < length; index += 1) this.bytes[this.at + index] = this.bytes[from + index] ?? 0;
    this.at += length;
  }
}

const HASH_BITS = 14;

/** Finds earlier occurrences of the next four bytes, the match search of LZ77 encoders. */
export class MatchFinder {
  readonly #places = new Int32Array(1 << HASH_BITS).fill(-1);
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = viewOf(bytes);
  }

  /** An earlier position within `reach` with the same four bytes as `at`; -1 if there is none. Records `at`. */
  earlier(at: number, reach: number): number {
    const four = this.#view.getInt32(at, true);
    const slot = Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS);
    const place = this.#places[slot] ?? -1;
    this.#places[slot] = at;
    return place >= 0 && at - place <= reach && this.#view.getInt32(place, true) === four ? place : -1;
  }

  /** Number of equal bytes from two positions, up to `end`. */
  static alike(bytes: Uint8Array, first: number, second: number, end: number): number {
    let length = 0;
    while (second + length < end && bytes[first + length] === bytes[second + length]) length += 1;
    return length;
  }
}
