import { type Bytes, concat } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { Inflate } from 'fflate';
import { decompressSnappy, decompressZstd } from 'hyparquet-compressors';

/** Blocks are a few kilobytes; anything that unpacks to more is an attack. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
/** Bytes unpacked at a time, so that decompression bombs are noticed. */
const PIECE = 64 * 1024;

/** Returns the unpacker for the codec named in a container's header. */
export function blockCodec(name: string): (block: Bytes) => Bytes {
  if (name === '' || name === 'null') return (block) => block;
  if (name === 'deflate') return inflated;
  // The trailing checksum covers the unpacked data.
  if (name === 'snappy') return (block) => snappy(block.subarray(0, -4));
  if (name === 'zstandard') return (block) => unpacked(() => decompressZstd(block));
  throw new ConversionError('unsupported-feature', `blocks packed by ${name}`);
}

/** Some writers append a checksum to the stream, which `DecompressionStream` rejects. */
function inflated(block: Bytes): Bytes {
  const parts: Bytes[] = [];
  let length = 0;
  const stream = new Inflate((part) => {
    length += part.length;
    if (length > MAX_UNPACKED_BYTES) throw new ConversionError('too-large', `a block of more than ${MAX_UNPACKED_BYTES} bytes`);
    parts.push(new Uint8Array(part));
  });
  try {
    for (let at = 0; at === 0 || at < block.length; at += PIECE)
      stream.push(block.subarray(at, at + PIECE), at + PIECE >= block.length);
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('corrupt', 'a block does not unpack', { cause });
  }
  return concat(parts);
}

/** A Snappy block begins with its unpacked length, in groups of seven bits. */
function snappy(block: Bytes): Bytes {
  const end = block.findIndex((byte) => byte < 128);
  const length = block.subarray(0, end + 1).reduce((sum, byte, at) => sum + (byte & 127) * 128 ** at, 0);
  if (end < 0) throw corrupt('a length without end');
  if (length > MAX_UNPACKED_BYTES) throw new ConversionError('too-large', `a block of ${length} bytes`);
  return unpacked(() => decompressSnappy(block, length));
}

function unpacked(decompress: () => Uint8Array): Bytes {
  try {
    return new Uint8Array(decompress());
  } catch (cause) {
    throw new ConversionError('corrupt', 'a block does not unpack', { cause });
  }
}
