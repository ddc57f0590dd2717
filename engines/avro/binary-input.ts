import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { wholeNumber } from '@bakkum/data-tree/value';

/** More values than fit in memory; needed because an array of nulls takes no bytes. */
const MAX_VALUES = 20_000_000;

/** Reads values in Avro's binary encoding. Errors: `corrupt` past the end, `too-large` for more values than memory holds. */
export class BinaryInput extends ByteReader {
  #values = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super(bytes, { littleEndian: true });
  }

  /** Reads a zigzag varint: seven bits per byte, lowest first. */
  long(): number | bigint {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.u8();
      low |= (byte & 127) << shift;
      if (byte < 128) return (low >>> 1) ^ -(low & 1);
    }
    return this.#longFrom(BigInt(low));
  }

  #longFrom(low: bigint): number | bigint {
    let value = low;
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.u8();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return wholeNumber(BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n)));
    }
    throw corrupt('a number without end');
  }

  length(): number {
    const length = Number(this.long());
    if (length < 0) throw corrupt('a length below nothing');
    return length;
  }

  text(): string {
    return this.utf8(this.length());
  }

  /** Calls `read` for each item of an array or map, which are stored in blocks with an optional byte size. */
  eachItem(read: () => void): void {
    for (;;) {
      const count = Number(this.long());
      if (count === 0) return;
      if (count < 0) this.length();
      for (let left = Math.abs(count); left > 0; left -= 1) {
        this.countValue();
        read();
      }
    }
  }

  countValue(): void {
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw new ConversionError('too-large', `more than ${MAX_VALUES} values`);
  }
}
