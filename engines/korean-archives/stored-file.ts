import type { TreeFile } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { crc32 } from '@bakkum/bytes/checksums';
import { inflate } from '@bakkum/bytes/streams';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { unpackLzma } from '@bakkum/copying-codecs/lzma';
import { unpackAlzBzip2, unpackBzip2 } from './bzip2.ts';

/** The archive is read into memory, and so is one block of a file. */
export const MAX_ARCHIVE_BYTES = 1024 * 1024 * 1024;
const MAX_BLOCK_BYTES = 1024 * 1024 * 1024;

export type Method = 'stored' | 'deflate' | 'bzip2' | 'alz-bzip2' | 'lzma';

/** A part of a file that is unpacked on its own. */
export type Block = {
  readonly method: Method;
  readonly packed: () => Bytes;
  readonly size: number;
  readonly crc: number;
};

/** Creates a stream that unpacks a file block by block and verifies its checksums. */
export function contentOf(blocks: readonly Block[]): ReturnType<TreeFile['open']> {
  const left = blocks[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = left.next();
      if (done) controller.close();
      else controller.enqueue(await unpack(value));
    },
  });
}

/** Errors: `corrupt`, `too-large`. */
export async function unpack({ method, packed, size, crc }: Block): Promise<Bytes> {
  if (size > MAX_BLOCK_BYTES) throw new ConversionError('too-large', `${size} bytes in one block`);
  const bytes = await unpackedBy(method, packed(), size);
  if (bytes.length !== size || crc32(bytes) !== crc) throw corrupt('a file does not match its checksum');
  return bytes;
}

/** ALZip stores the version of its encoder and the length of the properties first (two bytes each). */
const LZMA_PROPERTIES_AT = 4;
const LZMA_HEADER_BYTES = 9;

async function unpackedBy(method: Method, packed: Bytes, size: number): Promise<Bytes> {
  switch (method) {
    case 'stored':
      return packed;
    case 'deflate':
      return inflate(packed, 'deflate-raw', { maxBytes: size });
    case 'bzip2':
      return unpackBzip2(packed, size);
    case 'alz-bzip2':
      return unpackAlzBzip2(packed, size);
    case 'lzma':
      return unpackLzma(packed.subarray(LZMA_HEADER_BYTES), packed[LZMA_PROPERTIES_AT] ?? 0, size);
  }
}
