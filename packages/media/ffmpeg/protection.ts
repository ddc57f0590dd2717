import { textAt } from '@bakkum/bytes/bytes';
import type { ByteReader } from './tool.ts';

/** Boxes of an MPEG-4 file that lead to the sample descriptions of a track (ISO/IEC 14496-12). */
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Sample entry types of encrypted tracks, instead of the codec (ISO/IEC 23001-7, and Apple's FairPlay). */
const PROTECTED: ReadonlySet<string> = new Set(['encv', 'enca', 'encs', 'drms', 'drmi']);
const HEADER_BYTES = 16;
/** Bytes between the header of the description box and the first entry: version, flags, count. */
const DESCRIPTIONS_AT = 8;
/** Maximum number of boxes; a file with more is not a video. */
const MAX_BOXES = 10_000;

/** Whether a track of an MPEG-4 or Matroska file is encrypted. FFmpeg decodes such tracks to noise, or to nothing. */
export async function isProtected(reader: ByteReader): Promise<boolean> {
  const budget = { left: MAX_BOXES };
  if ((await boxAt(reader, 0))?.type === 'ftyp') return hasProtected(reader, 0, reader.size, budget);
  return (await elementAt(reader, 0))?.id === EBML && hasEncryption(reader, 0, reader.size, budget);
}

type Box = { readonly type: string; readonly start: number; readonly end: number };

async function hasProtected(reader: ByteReader, from: number, to: number, budget: { left: number }): Promise<boolean> {
  for (let at = from; at + 8 <= to && budget.left > 0; budget.left -= 1) {
    const box = await boxAt(reader, at);
    if (!box || box.end <= at) return false;
    if (PARENTS.has(box.type) && (await hasProtected(reader, box.start, Math.min(box.end, to), budget))) return true;
    const described = box.type === 'stsd' ? await boxAt(reader, box.start + DESCRIPTIONS_AT) : undefined;
    if (described && PROTECTED.has(described.type)) return true;
    at = box.end;
  }
  return false;
}

async function boxAt(reader: ByteReader, position: number): Promise<Box | undefined> {
  const bytes = new Uint8Array(HEADER_BYTES);
  if ((await reader.read(bytes, position)) < 8) return undefined;
  const view = new DataView(bytes.buffer);
  const type = textAt(bytes, 4, 4);
  const size = view.getUint32(0);
  if (size === 1) return { type, start: position + 16, end: position + Number(view.getBigUint64(8)) };
  return { type, start: position + 8, end: size === 0 ? reader.size : position + size };
}

const EBML = 0x1a45dfa3;
/** Matroska elements that lead to a track's encryption: segment, tracks, track, encodings, encoding (RFC 9559). */
const WAY: ReadonlySet<number> = new Set([0x18538067, 0x1654ae6b, 0xae, 0x6d80, 0x6240]);
const ENCRYPTION = 0x5035;
/** Start of the media data; all track descriptions come before it. */
const CLUSTER = 0x1f43b675;

type Element = { readonly id: number; readonly start: number; readonly end: number };

async function hasEncryption(reader: ByteReader, from: number, to: number, budget: { left: number }): Promise<boolean> {
  for (let at = from; at < to && budget.left > 0; budget.left -= 1) {
    const element = await elementAt(reader, at);
    if (!element || element.end <= at || element.id === CLUSTER) return false;
    if (element.id === ENCRYPTION) return true;
    if (WAY.has(element.id) && (await hasEncryption(reader, element.start, Math.min(element.end, to), budget))) return true;
    at = element.end;
  }
  return false;
}

async function elementAt(reader: ByteReader, position: number): Promise<Element | undefined> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const read = await reader.read(bytes, position);
  const id = variableLength(bytes, 0, 4);
  const size = id && variableLength(bytes, id.length, 8);
  if (!id || !size || read < id.length + size.length) return undefined;
  const start = position + id.length + size.length;
  const marker = 2 ** (7 * size.length);
  const bytesOfContent = size.value - marker;
  // All ones: as long as the parent element.
  return { id: id.value, start, end: bytesOfContent === marker - 1 ? reader.size : start + bytesOfContent };
}

/** Reads a number whose first set bit gives its length in bytes (RFC 8794), including that bit. */
function variableLength(
  bytes: Uint8Array,
  at: number,
  most: number,
): { readonly value: number; readonly length: number } | undefined {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > most) return undefined;
  const value = bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
  return { value, length };
}
