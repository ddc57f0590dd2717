import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { CopyBuffer } from '@bakkum/copying-codecs/copying';
import { type ByteSource, inPieces } from './byte-source.ts';
import { XxHash32, xxHash32 } from './checksums.ts';
import type { Codec } from './codec.ts';
import { packBlock, unpackBlock } from './lz4-block.ts';

const FRAME = 0x184d2204;
const LEGACY_FRAME = 0x184c2102;
/** Sixteen magic numbers of skippable frames. */
const SKIPPED = 0x184d2a50;
const WINDOW = 65_536;
const LEGACY_BLOCK = 8 * 1024 * 1024;
const STORED = 0x80000000;

/** LZ4 frames (format 1.6.2), concatenated, with linked or independent blocks, and legacy frames. */
export const lz4: Codec = {
  async *unpack(source) {
    for (let first = true; source.left > 0; first = false) {
      const magic = await source.number(4, 'little');
      if (magic === FRAME) yield* frame(source);
      else if (magic === LEGACY_FRAME) yield* legacyFrame(source);
      else if (magic >= SKIPPED && magic < SKIPPED + 16) await skip(source, await source.number(4, 'little'));
      else if (first) throw corrupt('no frame of LZ4');
      else return; // padding
    }
  },
  async *pack(chunks) {
    const descriptor = Uint8Array.of(VERSION | INDEPENDENT | CHECKSUM, 6 << 4);
    yield Uint8Array.of(...littleEndian(FRAME), ...descriptor, (xxHash32(descriptor) >> 8) & 0xff);
    const whole = new XxHash32();
    for await (const piece of inPieces(chunks, BLOCK)) {
      whole.update(piece);
      const packed = packBlock(piece);
      yield littleEndian(packed ? packed.length : piece.length + STORED);
      yield packed ?? piece;
    }
    yield Uint8Array.of(...littleEndian(0), ...littleEndian(whole.digest()));
  },
};

const VERSION = 0x40;
const INDEPENDENT = 0x20;
const BLOCK_CHECKSUM = 0x10;
const HAS_SIZE = 0x08;
const CHECKSUM = 0x04;
const HAS_DICTIONARY = 0x01;
/** Size code 6 of the format. */
const BLOCK = 1024 * 1024;

function littleEndian(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

async function skip(source: ByteSource, length: number): Promise<void> {
  for (let left = length; left > 0; ) left -= (await source.takeUpTo(Math.min(left, WINDOW))).length || left;
}

type Frame = { readonly blockBytes: number; readonly independent: boolean; readonly checked: boolean; readonly ends: boolean };

async function header(source: ByteSource): Promise<Frame> {
  const start = (await source.take(2)).slice();
  const [flags = 0, size = 0] = start;
  if (flags >> 6 !== 1) throw new ConversionError('unsupported-feature', 'another version of LZ4 frames');
  const more = (await source.take((flags & HAS_SIZE ? 8 : 0) + (flags & HAS_DICTIONARY ? 4 : 0))).slice();
  const descriptor = Uint8Array.of(...start, ...more);
  if ((await source.u8()) !== ((xxHash32(descriptor) >> 8) & 0xff)) throw corrupt('a frame header with a wrong checksum');
  if (flags & HAS_DICTIONARY) throw new ConversionError('unsupported-feature', 'it needs a dictionary of its own');
  const code = (size >> 4) & 7;
  if (code < 4) throw corrupt('a block size that is none');
  return {
    blockBytes: 1 << (8 + 2 * code),
    independent: (flags & INDEPENDENT) !== 0,
    checked: (flags & BLOCK_CHECKSUM) !== 0,
    ends: (flags & CHECKSUM) !== 0,
  };
}

async function* frame(source: ByteSource): AsyncGenerator<Bytes, void, void> {
  const { blockBytes, independent, checked, ends } = await header(source);
  const room = new Uint8Array(WINDOW + blockBytes);
  const whole = new XxHash32();
  let window = 0;
  for (;;) {
    const size = await source.number(4, 'little');
    if (size === 0) break;
    const length = size & ~STORED;
    if (length > blockBytes) throw corrupt('a block larger than any of its frame');
    const block = await source.take(length);
    const out = new CopyBuffer(room, window);
    if (size >= STORED) out.literals(block, 0, length);
    else unpackBlock(block, out);
    const unpacked = room.slice(window, out.at);
    if (unpacked.length > blockBytes) throw corrupt('a block that unpacks to more than any of its frame');
    const sum = checked ? xxHash32(block) : undefined;
    if (sum !== undefined && (await source.number(4, 'little')) !== sum) throw corrupt('a block with a wrong checksum');
    whole.update(unpacked);
    yield unpacked;
    window = independent ? 0 : keepWindow(room, out.at);
  }
  if (ends && (await source.number(4, 'little')) !== whole.digest()) throw corrupt('a frame with a wrong checksum');
}

/** Moves the end of the output to the start of the buffer, where the next block can refer to it. */
function keepWindow(room: Bytes, end: number): number {
  const kept = Math.min(end, WINDOW);
  room.copyWithin(0, end - kept, end);
  return kept;
}

/** Reads the legacy format of `lz4 -l` and Linux kernels: sizes and blocks, until the end or another frame. */
async function* legacyFrame(source: ByteSource): AsyncGenerator<Bytes, void, void> {
  while (source.left > 0) {
    const length = await source.number(4, 'little');
    if (length > LEGACY_BLOCK + LEGACY_BLOCK / 255 + 16) throw corrupt('a block larger than any of its frame');
    const out = new CopyBuffer(new Uint8Array(LEGACY_BLOCK));
    unpackBlock(await source.take(length), out);
    yield out.bytes.subarray(0, out.at);
    if (out.at < LEGACY_BLOCK) return; // only the last block is shorter
  }
}
