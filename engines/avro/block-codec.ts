import { ConversionError } from '@bakkum/conversion/errors';
import { corrupt } from '@bakkum/data-tree/value';
import { Inflate } from 'fflate';
import { decompressZstd } from 'hyparquet-compressors';
import { snappyUnpacked } from './snappy.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A block is some kilobytes; what unpacks to more is made to break programs. */
const MOST_UNPACKED = 512 * 1024 * 1024;
/** What is unpacked at once, so that a bomb is noticed. */
const PIECE = 64 * 1024;

/** How blocks of a container are unpacked, by the name its header has for it. */
export function blockCodec(name: string): (block: Bytes) => Bytes {
  if (name === '' || name === 'null') return (block) => block;
  if (name === 'deflate') return inflated;
  // The checksum behind it is of what it unpacks to.
  if (name === 'snappy') return (block) => snappyUnpacked(block.subarray(0, -4), MOST_UNPACKED);
  if (name === 'zstandard') return zstandard;
  throw new ConversionError('unsupported-feature', `blocks packed by ${name}`);
}

/** Writers leave bytes of a checksum behind the stream, which `DecompressionStream` refuses. */
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
