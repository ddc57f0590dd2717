import { assertNoBomb } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { crc32 } from '@bakkum/bytes/checksums';
import { ByteReader } from '@bakkum/bytes/reader';
import { inflateStart } from '@bakkum/bytes/streams';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { unpackLzma } from '@bakkum/copying-codecs/lzma';
import { type ByteSource } from './byte-source.ts';
import type { Codec } from './codec.ts';
import { unpackLzo } from './lzo-block.ts';

/** How blocks of a stream are packed (lrzip, doc/magic.header.txt and lrzip_private.h). */
const KIND = { none: 3, bzip2: 4, lzo: 5, lzma: 6, gzip: 7, zpaq: 8 } as const;
const MD5 = 16;
/** Limit on a file and on the unpacked size of a chunk, both held in memory. */
const MAX_SIZE = 1024 * 1024 * 1024;

type File = {
  readonly bytes: Bytes;
  /** LZMA context properties, shared by all blocks. */
  readonly properties: number;
};

/** Files of lrzip 0.6: distant repetitions are copied, the rest is packed in two streams. */
export const lrzip: Codec = {
  async *unpack(source) {
    const file = await opened(source);
    const hasSum = file.bytes[21] === 1;
    const end = file.bytes.length - (hasSum ? MD5 : 0);
    let at = 24;
    let isLast = false;
    while (!isLast && at < end) {
      const chunk = chunkAt(file, at);
      isLast = chunk.isLast;
      const streams = await Promise.all([streamOf(file, chunk, 0), streamOf(file, chunk, 1)]);
      at = Math.max(streams[0].end, streams[1].end);
      yield put(streams[0].bytes, streams[1].bytes, chunk.width, file.bytes.length);
    }
    if (!isLast) throw corrupt('it ends too early');
  },
};

async function opened(source: ByteSource): Promise<File> {
  if (source.left > MAX_SIZE) throw new ConversionError('too-large', `${source.left} bytes`);
  const bytes = await source.take(source.left);
  if (bytes.length < 27) throw corrupt('it ends within its header');
  if (bytes[4] !== 0 || bytes[5] !== 6) throw new ConversionError('unsupported-feature', `version ${bytes[4]}.${bytes[5]}`);
  if (bytes[22] !== 0) throw new ConversionError('encrypted', 'made with a password');
  return { bytes, properties: bytes[16] ?? 0 };
}

/** `width`: bytes of each number in the chunk. `start`: base of its offsets. */
type Chunk = { readonly width: number; readonly isLast: boolean; readonly start: number };

function chunkAt({ bytes }: File, at: number): Chunk {
  const width = bytes[at] ?? 0;
  if (width < 1 || width > 8) throw corrupt(`numbers of ${width} bytes`);
  return { width, isLast: bytes[at + 1] === 1, start: at + 2 + width };
}

type Stream = { readonly bytes: Bytes; readonly end: number };

/** Reads the blocks of a stream. Each block stores the offset of the next, which must be further on. */
async function streamOf(file: File, { width, start }: Chunk, index: number): Promise<Stream> {
  const reader = new ByteReader(file.bytes, { littleEndian: true });
  const length = 1 + width * 3;
  const parts: Bytes[] = [];
  let total = 0;
  let end = start + length * 2;
  let head = start + index * length;
  for (;;) {
    reader.at = head + 1 + width * 2;
    const next = reader.uint(width);
    if (next === 0) break;
    if (start + next <= head) throw corrupt('a block leads back');
    head = start + next;
    reader.at = head + 1;
    const [packed, size] = [reader.uint(width), reader.uint(width)];
    end = Math.max(end, head + length + packed);
    total += size;
    if (end > file.bytes.length) throw corrupt('a block lies outside the file');
    assertNoBomb(total, file.bytes.length);
    parts.push(await unpackedBlock(file, { kind: file.bytes[head] ?? 0, at: head + length, packed, size }));
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { bytes, end };
}

type Block = { readonly kind: number; readonly at: number; readonly packed: number; readonly size: number };

async function unpackedBlock({ bytes, properties }: File, { kind, at, packed, size }: Block): Promise<Bytes> {
  const content = bytes.subarray(at, at + packed);
  switch (kind) {
    case KIND.none:
      if (packed !== size) throw corrupt('a plain block of another length');
      return content;
    case KIND.lzo:
      return unpackLzo(content, size);
    case KIND.lzma:
      return unpackLzma(content, properties, size);
    case KIND.gzip:
      return inflated(content, size);
    case KIND.bzip2:
    case KIND.zpaq:
      throw new ConversionError('unsupported-feature', `blocks of kind ${kind}`);
    default:
      throw corrupt(`blocks of kind ${kind}`);
  }
}

async function inflated(content: Bytes, size: number): Promise<Bytes> {
  const block = await inflateStart(content, 'deflate', size + 1);
  if (block.length !== size) throw corrupt('a block of another length');
  return block;
}

const [LITERALS, COPY] = [0, 1];

/**
 * Assembles a chunk from literals of the second stream and copies of earlier output, as the first stream specifies; ends with a
 * checksum.
 */
function put(instructions: Bytes, literals: Bytes, width: number, packed: number): Bytes {
  const size = sizeOf(new ByteReader(instructions, { littleEndian: true }), width);
  assertNoBomb(size, packed);
  const out = new Uint8Array(size);
  const reader = new ByteReader(instructions, { littleEndian: true });
  let [from, to] = [0, 0];
  for (;;) {
    const [kind, length] = [reader.u8(), reader.u16()];
    if (kind === LITERALS && length === 0) break;
    if (kind === LITERALS) {
      if (from + length > literals.length) throw corrupt('letters are missing');
      out.set(literals.subarray(from, from + length), to);
      from += length;
    } else {
      const distance = reader.uint(width);
      if (distance === 0 || distance > to) throw corrupt('a copy from before the beginning');
      for (let index = to; index < to + length; index += 1) out[index] = out[index - distance] ?? 0;
    }
    to += length;
  }
  if (reader.u32() !== sumOf(out)) throw corrupt('a chunk with a wrong checksum');
  return out;
}

/** CRC-32 with a zero initial value and no final inversion, derived from zip's CRC-32. */
const sumOf = (bytes: Bytes): number => (crc32(bytes) ^ crc32(new Uint8Array(bytes.length))) >>> 0;

function sizeOf(reader: ByteReader, width: number): number {
  let size = 0;
  for (;;) {
    const [kind, length] = [reader.u8(), reader.u16()];
    if (kind !== LITERALS && kind !== COPY) throw corrupt(`instruction ${kind}`);
    if (kind === COPY) reader.skip(width);
    if (kind === LITERALS && length === 0) return size;
    size += length;
  }
}
