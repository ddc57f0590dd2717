import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { corrupt } from '@bakkum/data-tree/value';
import { Inflate } from 'fflate';
import { decompressZstd } from 'hyparquet-compressors';
import { snappyUnpacked } from './snappy.ts';

/** Blocks are a few kilobytes; anything that unpacks to more is an attack. */
const MOST_UNPACKED = 512 * 1024 * 1024;
/** Bytes unpacked at a time, so that decompression bombs are noticed. */
const PIECE = 64 * 1024;

/** Returns the unpacker for the codec named in a container's header. */
export function blockCodec(name: string): (block: Bytes) => Bytes {
  if (name === '' || name === 'null') return (block) => block;
  if (name === 'deflate') return inflated;
  // The trailing checksum covers the unpacked data.
  if (name === 'snappy') return (block) => snappyUnpacked(block.subarray(0, -4), MOST_UNPACKED);
  if (name === 'zstandard') return zstandard;
  throw new ConversionError('unsupported-feature', `blocks packed by ${name}`);
}

/** Some writers append a checksum to the stream, which `DecompressionStream` rejects. */
function inflated(block: Bytes): Bytes {
  const parts: Bytes[] = [];
  let length = 0;
  const stream = new Inflate((part) => {
    length += part.length;
    if (length > MOST_UNPACKED) throw new ConversionError('too-large', `a block of more than ${MOST_UNPACKED} bytes`);
    parts.push(new Uint8Array(part));
  });
  try {
    for (let at = 0; at === 0 || at < block.length; at += PIECE)
      stream.push(block.subarray(at, at + PIECE), at + PIECE >= block.length);
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('corrupt', 'a block does not unpack', { cause });
  }
  return joined(parts, length);
}

function joined(parts: readonly Bytes[], length: number): Bytes {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function zstandard(block: Bytes): Bytes {
  try {
    return new Uint8Array(decompressZstd(block));
  } catch (cause) {
    throw corrupt(`a block does not unpack: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
