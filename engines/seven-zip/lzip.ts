import { crc32 } from '@bakkum/archive-tree/crc';
import type { Bytes } from '@bakkum/archive-tree/streams';
import { ConversionError } from '@bakkum/conversion/errors';

/** Members of lzip (its manual, "File format") and files of LZMA alone: the same stream with other things around it. */
const HEADER = 6;
const TRAILER = 20;
const MARK = Uint8Array.of(0x4c, 0x5a, 0x49, 0x50, 1);
/** lc=3, lp=0, pb=2: all that lzip knows. */
const PROPERTIES = 0x5d;
const LZMA_HEADER = 13;
/** An LZMA stream of nothing but its end. */
const EMPTY_STREAM = Uint8Array.of(0, 0x83, 0xff, 0xfb, 0xff, 0xff, 0xc0, 0, 0, 0);

/** One member as a file of LZMA alone, and what must come out of it. */
export type LzipMember = { readonly lzma: Bytes; readonly size: number; readonly crc: number };

/** The members, first one first. Errors: `corrupt`, `unsupported-feature` for the version before 2008. */
export function lzipMembers(file: Bytes): readonly LzipMember[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const members: LzipMember[] = [];
  for (let end = file.length; end > 0; ) {
    const length = end >= HEADER + TRAILER ? Number(view.getBigUint64(end - 8, true)) : 0;
    const start = end - length;
    if (length < HEADER + TRAILER || start < 0) throw new ConversionError('corrupt', 'a member of no length');
    if (!MARK.subarray(0, 4).every((byte, at) => byte === file[start + at]))
      throw new ConversionError('corrupt', 'no member of lzip');
    if (file[start + 4] !== MARK[4]) throw new ConversionError('unsupported-feature', `lzip version ${file[start + 4]}`);
    members.unshift({
      lzma: aloneWith(dictionaryOf(file[start + 5] ?? 0), file.subarray(start + HEADER, end - TRAILER)),
      size: Number(view.getBigUint64(end - 16, true)),
      crc: view.getUint32(end - TRAILER, true),
    });
    end = start;
  }
  return members;
}

/** A power of two, of which sixteenths may be taken away; made whole again, since LZMA alone wants it so. */
function dictionaryOf(code: number): number {
  const power = code & 0x1f;
  if (power < 12 || power > 29) throw new ConversionError('corrupt', 'a dictionary of no size');
  return 2 ** power;
}

/** LZMA alone, that says by a mark where it ends. */
export function aloneWith(dictionary: number, stream: Uint8Array): Bytes {
  const alone = new Uint8Array(LZMA_HEADER + stream.length);
  const view = new DataView(alone.buffer);
  alone[0] = PROPERTIES;
  view.setUint32(1, dictionary, true);
  view.setBigInt64(5, -1n, true);
  alone.set(stream, LZMA_HEADER);
  return alone;
}

/**
 * A member of lzip around a stream.
 * @param power of two, the dictionary's size
 */
export function lzipOf(stream: Uint8Array, content: Uint8Array, power: number): Bytes {
  const member = new Uint8Array(HEADER + stream.length + TRAILER);
  const view = new DataView(member.buffer);
  member.set(MARK);
  member[5] = power;
  member.set(stream, HEADER);
  const trailer = HEADER + stream.length;
  view.setUint32(trailer, crc32(content), true);
  view.setBigUint64(trailer + 4, BigInt(content.length), true);
  view.setBigUint64(trailer + 12, BigInt(member.length), true);
  return member;
}

/** The only stream of a 7z whose header is not packed: it lies between the first header and the last (7zFormat.txt). */
export function streamIn(sevenZip: Bytes): Bytes {
  const start = 32;
  const view = new DataView(sevenZip.buffer, sevenZip.byteOffset, sevenZip.length);
  const length = Number(view.getBigUint64(12, true));
  return length === 0 ? EMPTY_STREAM : sevenZip.subarray(start, start + length);
}
