import { concat, encodeLatin1, textAt, uint32BE, viewOf } from '@bakkum/bytes/bytes';

/**
 * A box of the ISO base media file format (ISO/IEC 14496-12): AVIF, HEIF, JPEG XL and JPEG 2000 containers. Offsets are relative to
 * the file.
 */
export type Box = { readonly type: string; readonly start: number; readonly body: number; readonly end: number };

/** Boxes between two offsets. The last box may be truncated. */
export function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  const view = viewOf(bytes);
  const limit = Math.min(to, bytes.length);
  let at = from;
  while (at + 8 <= limit) {
    const short = view.getUint32(at);
    const wide = short === 1;
    if (wide && at + 16 > limit) return;
    const size = wide ? Number(view.getBigUint64(at + 8)) : short === 0 ? limit - at : short;
    const header = wide ? 16 : 8;
    if (size < header) return;
    yield { type: textAt(bytes, at + 4, 4), start: at, body: at + header, end: Math.min(at + size, limit) };
    at += size;
  }
}

export function findBox(bytes: Uint8Array, from: number, to: number, type: string): Box | undefined {
  for (const box of boxesIn(bytes, from, to)) if (box.type === type) return box;
  return undefined;
}

export function boxOf(type: string, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat(parts);
  return concat([uint32BE(body.length + 8), encodeLatin1(type), body]);
}

/** A box that starts with a version and flags. */
export function fullBoxOf(type: string, version: number, flags: number, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return boxOf(type, [uint32BE(((version << 24) | flags) >>> 0), ...parts]);
}
