import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';

/** Reads little-endian numbers. Errors: `corrupt` past the end. */
export class StoreCursor {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  skip(length: number): number {
    if (!(length >= 0 && length <= this.left)) throw corrupt('it ends too early');
    this.at += length;
    return this.at - length;
  }

  take(length: number): Bytes {
    const start = this.skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  number(bytes: 1 | 2 | 4 | 8): number {
    const start = this.skip(bytes);
    if (bytes === 1) return this.#view.getUint8(start);
    if (bytes === 2) return this.#view.getUint16(start, true);
    return bytes === 4 ? this.#view.getUint32(start, true) : Number(this.#view.getBigUint64(start, true));
  }

  /** Reads sixteen bytes as a comparable string. */
  guid(): string {
    return Array.from(this.take(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** Reads a GUID with a number in its scope. */
  extendedGuid(): string {
    const guid = this.guid();
    return `${guid}-${this.number(4)}`;
  }
}
