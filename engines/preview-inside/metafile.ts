import { type Bytes, viewOf } from '@bakkum/bytes/bytes';

/** Functions that copy a bitmap, with the number of bytes before it. */
const COPIES: Readonly<Record<number, number>> = { 0x0f43: 22, 0x0b41: 20, 0x0940: 16, 0x0d33: 18 };
const PLACEABLE = 0x9ac6cdd7;

/** Reads the bitmaps a Windows metafile draws ([MS-WMF]); a preview is often a single one. */
export function bitmapsIn(file: Bytes): readonly Bytes[] {
  if (file.length < 18) return [];
  const view = viewOf(file);
  const start = view.getUint32(0, true) === PLACEABLE ? 22 : 0;
  const bitmaps: Bytes[] = [];
  if (start + 18 > file.length || view.getUint16(start + 2, true) !== 9) return [];
  for (let at = start + 18; at + 6 <= file.length; ) {
    const size = view.getUint32(at, true) * 2;
    const before = COPIES[view.getUint16(at + 4, true)];
    if (size < 6 || at + size > file.length) break;
    if (before !== undefined && size > 6 + before + 40) bitmaps.push(file.subarray(at + 6 + before, at + size));
    at += size;
  }
  return bitmaps;
}
