import { type Bytes, decodeLatin1, viewOf } from './bytes.ts';
import { BytesError, EndOfBytes } from './errors.ts';

/** Groups of seven bits in a variable-length number of at most 64 bits. */
const MAX_GROUPS = 10;

/** Reads bytes in order. Every method throws `EndOfBytes` past the end. */
export class ByteReader {
  readonly bytes: Bytes;
  readonly view: DataView<ArrayBuffer>;
  littleEndian: boolean;
  /** Offset of the next byte; may be set to any place. */
  at: number;

  constructor(bytes: Bytes, { littleEndian = false, at = 0 }: { readonly littleEndian?: boolean; readonly at?: number } = {}) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.littleEndian = littleEndian;
    this.at = at;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Advances by `length` bytes and returns the offset where they start. */
  skip(length: number): number {
    const start = this.at;
    if (!(length >= 0 && start >= 0 && length <= this.bytes.length - start)) throw new EndOfBytes();
    this.at = start + length;
    return start;
  }

  /** Advances to the next multiple of `size`, counted from the start of the bytes. */
  align(size: number): void {
    this.skip((size - (this.at % size)) % size);
  }

  /** Returns the next bytes without copying them. */
  take(length: number): Bytes {
    const start = this.skip(length);
    return this.bytes.subarray(start, start + length);
  }

  /** Returns a reader of the next `length` bytes in the same byte order. */
  part(length: number): ByteReader {
    return new ByteReader(this.take(length), { littleEndian: this.littleEndian });
  }

  u8(): number {
    return this.view.getUint8(this.skip(1));
  }

  i8(): number {
    return this.view.getInt8(this.skip(1));
  }

  u16(): number {
    return this.view.getUint16(this.skip(2), this.littleEndian);
  }

  i16(): number {
    return this.view.getInt16(this.skip(2), this.littleEndian);
  }

  u32(): number {
    return this.view.getUint32(this.skip(4), this.littleEndian);
  }

  i32(): number {
    return this.view.getInt32(this.skip(4), this.littleEndian);
  }

  u64(): bigint {
    return this.view.getBigUint64(this.skip(8), this.littleEndian);
  }

  i64(): bigint {
    return this.view.getBigInt64(this.skip(8), this.littleEndian);
  }

  f32(): number {
    return this.view.getFloat32(this.skip(4), this.littleEndian);
  }

  f64(): number {
    return this.view.getFloat64(this.skip(8), this.littleEndian);
  }

  /** An unsigned number of 1 to 8 bytes; rounded beyond 2^53. */
  uint(width: number): number {
    const start = this.skip(width);
    const last = start + width - 1;
    let value = 0;
    for (let index = 0; index < width; index += 1)
      value = value * 256 + (this.bytes[this.littleEndian ? last - index : start + index] ?? 0);
    return value;
  }

  /** An unsigned number in groups of seven bits, the lowest first (LEB128, Protocol Buffers); rounded beyond 2^53. */
  varint(): number {
    let value = 0;
    for (let group = 0; group < MAX_GROUPS; group += 1) {
      const byte = this.u8();
      value += (byte & 0x7f) * 128 ** group;
      if (byte < 0x80) return value;
    }
    throw new EndOfBytes('a number without an end');
  }

  /** Latin-1 text of `length` bytes. */
  latin1(length: number): string {
    return decodeLatin1(this.take(length));
  }

  /** UTF-8 text of `length` bytes; invalid bytes become U+FFFD. */
  utf8(length: number): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.take(length));
  }

  /** UTF-8 text of `length` bytes. @throws BytesError `corrupt` for invalid bytes */
  strictUtf8(length: number): string {
    const bytes = this.take(length);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new BytesError('corrupt', 'text that is not UTF-8', { cause });
    }
  }
}
