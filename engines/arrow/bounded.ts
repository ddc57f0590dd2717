import { ConversionError } from '@bakkum/conversion/errors';
import { ByteBuffer } from 'flatbuffers';

/**
 * The package walks vectors by the length they claim, so four forged bytes can cause two billion iterations. This patch limits
 * every vector to the length of its message. Errors: `corrupt`.
 */
export function boundLists(): void {
  ByteBuffer.prototype.__vector_len = function vectorLength(this: ByteBuffer, offset: number): number {
    const length = this.readInt32(offset + this.readInt32(offset));
    if (length < 0 || length > this.capacity()) throw new ConversionError('corrupt', `a list of ${length}`);
    return length;
  };
}
