import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { crc32 } from '@bakkum/bytes/checksums';
import { ConversionError } from '@bakkum/conversion/errors';

/** lzip members (lzip manual, "File format") and .lzma files: the same stream with different headers. */
const HEADER = 6;
const TRAILER = 20;
const MARK = Uint8Array.of(0x4c, 0x5a, 0x49, 0x50, 1);
/** lc=3, lp=0, pb=2: the only properties lzip supports. */
const PROPERTIES = 0x5d;
const LZMA_HEADER = 13;
/** An LZMA stream that contains only the end marker. */
const EMPTY_STREAM = Uint8Array.of(0, 0x83, 0xff, 0xfb, 0xff, 0xff, 0xc0, 0, 0, 0);

/** One member as a .lzma file, with its expected size and checksum. */
export type LzipMember = { readonly lzma: Bytes; readonly size: number; readonly crc: number };

/** Splits a file into members in order. Errors: `corrupt`, `unsupported-feature` for the version before 2008. */
export function lzipMembers(file: Bytes): readonly LzipMember[] {
  const view = viewOf(file);
  const members: LzipMember[] = [];
  for (let end = file.length; end > 0; ) {
    const length = end >= HEADER + TRAILER ? Number(view.getBigUint64(end - 8, true)) : 0;
    const start = end - length;
    if (length < HEADER + TRAILER || start < 0) throw new ConversionError('corrupt', 'a member of no length');
    if (!MARK.subarray(0, 4).every((byte, at) => byte === file[start + at]))
      throw new ConversionError('corrupt', 'no member of lzip');
    if (file[start + 4] !== MARK[4]) throw new ConversionError('unsupported-feature', `lzip version ${file[start + 4]}`);
    members.push({
      lzma: aloneWith(dictionaryOf(file[start + 5] ?? 0), file.subarray(start + HEADER, end - TRAILER)),
      size: Number(view.getBigUint64(end - 16, true)),
      crc: view.getUint32(end - TRAILER, true),
    });
    end = start;
  }
  return members.reverse();
}

/** A power of two minus some sixteenths; rounded up to the power, as .lzma requires. */
function dictionaryOf(code: number): number {
  const power = code & 0x1f;
  if (power < 12 || power > 29) throw new ConversionError('corrupt', 'a dictionary of no size');
  return 2 ** power;
}

/** Builds a .lzma file with an end marker. */
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
 * Wraps a stream as an lzip member.
 * @param power dictionary size as a power of two
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

/**
 * Returns the only stream of a 7z with an uncompressed header: it is between the start header and the end header (7zFormat.txt).
 */
export function streamIn(sevenZip: Bytes): Bytes {
  const start = 32;
  const view = viewOf(sevenZip);
  const length = Number(view.getBigUint64(12, true));
  return length === 0 ? EMPTY_STREAM : sevenZip.subarray(start, start + length);
}
