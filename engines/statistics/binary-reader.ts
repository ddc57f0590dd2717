import { viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';

/** Reads numbers and bytes in the byte order of the file. Errors: `corrupt` past the end. */
export class BinaryReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  littleEndian = true;
  at = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.#view = viewOf(bytes);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  #advance(length: number): number {
    if (!(length >= 0 && length <= this.left)) throw corrupt('it ends too early');
    this.at += length;
    return this.at - length;
  }

  skip(length: number): void {
    this.#advance(length);
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    const start = this.#advance(length);
    return this.bytes.subarray(start, start + length);
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#advance(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2), this.littleEndian);
  }

  i16(): number {
    return this.#view.getInt16(this.#advance(2), this.littleEndian);
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), this.littleEndian);
  }

  i32(): number {
    return this.#view.getInt32(this.#advance(4), this.littleEndian);
  }

  /** Reads a length as a number, because no file exceeds the safe range. */
  u64(): number {
    return Number(this.#view.getBigUint64(this.#advance(8), this.littleEndian));
  }

  f32(): number {
    return this.#view.getFloat32(this.#advance(4), this.littleEndian);
  }

  f64(): number {
    return this.#view.getFloat64(this.#advance(8), this.littleEndian);
  }

  /** Reads ASCII text. */
  word(length: number): string {
    return String.fromCharCode(...this.take(length));
  }
}
