import type { ByteReader } from './tool.ts';

/** Boxes of an MPEG-4 file that hold others, on the way to the description of a track (ISO/IEC 14496-12). */
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** What stands in place of the codec where only a key opens a track (ISO/IEC 23001-7, and Apple's FairPlay). */
const PROTECTED: ReadonlySet<string> = new Set(['encv', 'enca', 'encs', 'drms', 'drmi']);
const HEADER_BYTES = 16;
/** Between the header of the box of descriptions and the first of them: version, flags, count. */
const DESCRIPTIONS_AT = 8;
/** A file of more boxes than this is no film. */
const MOST_BOXES = 10_000;

/** Whether a track of an MPEG-4 file is encrypted. FFmpeg decodes such tracks to noise. */
export async function isProtectedMpeg4(reader: ByteReader): Promise<boolean> {
  const budget = { left: MOST_BOXES };
  return (await boxAt(reader, 0))?.type === 'ftyp' && hasProtected(reader, 0, reader.size, budget);
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
  const type = String.fromCharCode(...bytes.subarray(4, 8));
  const size = view.getUint32(0);
  if (size === 1) return { type, start: position + 16, end: position + Number(view.getBigUint64(8)) };
  return { type, start: position + 8, end: size === 0 ? reader.size : position + size };
}
