import { type Bytes, startsWith } from '@bakkum/bytes/bytes';
import { adler32, crc32 } from '@bakkum/bytes/checksums';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { type ByteSource } from './byte-source.ts';

import type { Codec } from './codec.ts';
import { unpackLzo } from './lzo-block.ts';

const MAGIC = Uint8Array.of(0x89, 0x4c, 0x5a, 0x4f, 0, 0x0d, 0x0a, 0x1a, 0x0a);
const FLAG = { adlerUnpacked: 0x1, adlerPacked: 0x2, extra: 0x40, crcUnpacked: 0x100, crcPacked: 0x200, filter: 0x800 } as const;
/** From this version of lzop, headers include the required version, the compression level and times past 2038. */
const FIRST_WITH_LONG_HEADER = 0x0940;
/** The largest block size that lzop accepts. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;

/** lzop files: LZO1X in blocks, several files concatenated. */
export const lzo: Codec = {
  async *unpack(source) {
    do yield* member(source);
    while (source.left > 0);
  },
};

async function* member(source: ByteSource): AsyncGenerator<Bytes, void, void> {
  const flags = await header(source);
  for (;;) {
    const size = await source.number(4, 'big');
    if (size === 0) return;
    const packedSize = await source.number(4, 'big');
    if (size > MAX_BLOCK_BYTES || packedSize > size) throw corrupt('a block larger than any');
    const sums = await checksums(source, flags, packedSize < size);
    const packed = await source.take(packedSize);
    const block = packedSize < size ? unpackLzo(packed, size) : packed.slice();
    const agree = sums.every(({ of, sum, value }) => sum(of === 'packed' ? packed : block) === value);
    if (!agree) throw corrupt('a block with a wrong checksum');
    yield block;
  }
}

type Checksum = { readonly of: 'packed' | 'unpacked'; readonly sum: (bytes: Uint8Array) => number; readonly value: number };

/** Stored blocks have only checksums of the unpacked data. */
async function checksums(source: ByteSource, flags: number, isPacked: boolean): Promise<readonly Checksum[]> {
  const kinds = [
    { flag: FLAG.adlerUnpacked, of: 'unpacked', sum: adler32 },
    { flag: FLAG.crcUnpacked, of: 'unpacked', sum: crc32 },
    { flag: FLAG.adlerPacked, of: 'packed', sum: adler32 },
    { flag: FLAG.crcPacked, of: 'packed', sum: crc32 },
  ] as const;
  const found: Checksum[] = [];
  for (const { flag, of, sum } of kinds)
    if (flags & flag && (isPacked || of === 'unpacked')) found.push({ of, sum, value: await source.number(4, 'big') });
  return found;
}

/** Skips the header of a file and returns its flags. */
async function header(source: ByteSource): Promise<number> {
  const magic = await source.take(MAGIC.length);
  if (!startsWith(magic, MAGIC)) throw corrupt('no file of lzop');
  const version = await source.number(2, 'big');
  const isLonger = version >= FIRST_WITH_LONG_HEADER;
  await source.take(isLonger ? 4 : 2); // library version, and version needed to extract
  const method = await source.u8();
  if (method < 1 || method > 3) throw new ConversionError('unsupported-feature', `method ${method}`);
  if (isLonger) await source.u8();
  const flags = await source.number(4, 'big');
  if (flags & FLAG.filter) throw new ConversionError('unsupported-feature', 'filtered content');
  await source.take(isLonger ? 12 : 8); // mode and times
  await source.take(await source.u8()); // name
  await source.take(4);
  if (flags & FLAG.extra) {
    await source.take(await source.number(4, 'big'));
    await source.take(4);
  }
  return flags;
}
