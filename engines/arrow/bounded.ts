import { ConversionError } from '@bakkum/conversion/errors';
import { ByteBuffer } from 'flatbuffers';

/**
 * The package goes through lists of a schema by the length they claim, up to two thousand million times for four bytes that
 * lie. From here on none may be longer than its message has bytes. Errors: `corrupt`.
 */
export function boundLists(): void {
  ByteBuffer.prototype.__vector_len = function vectorLength(this: ByteBuffer, offset: number): number {
    const length = this.readInt32(offset + this.readInt32(offset));
    if (length < 0 || length > this.capacity()) throw new ConversionError('corrupt', `a list of ${length}`);
    return length;
  };
}
