import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { dibEntry } from './dib.ts';
import { asFailure, type Entry, type Listing } from './entry.ts';
import { isPng, pngEntry } from './png.ts';

/** Bytes of the file header and of each directory entry (ICONDIR, ICONDIRENTRY). */
export const HEADER = 6;
export const DIRECTORY_ENTRY = 16;
/** File types in the header. */
export const KIND = { ico: 1, cur: 2 } as const;

/** Lists an ICO or CUR file. Throws `corrupt` if the header is invalid. */
export function readIco(bytes: Uint8Array<ArrayBuffer>): Listing {
  const view = viewOf(bytes);
  const kind = bytes.length < HEADER || view.getUint16(0, true) !== 0 ? 0 : view.getUint16(2, true);
  if (kind !== KIND.ico && kind !== KIND.cur) throw new ConversionError('corrupt', 'no icon header');
  const count = view.getUint16(4, true);
  const whole = Math.min(count, Math.floor((bytes.length - HEADER) / DIRECTORY_ENTRY));
  const failures = count > whole ? [new ConversionError('corrupt', `${whole} of ${count} directory entries`)] : [];
  const entries: Entry[] = [];
  const seen = new Set<number>();
  let hasHotspot = false;
  for (let index = 0; index < whole; index += 1) {
    const at = HEADER + index * DIRECTORY_ENTRY;
    if (kind === KIND.cur) hasHotspot ||= view.getUint32(at + 4, true) !== 0;
    const offset = view.getUint32(at + 12, true);
    if (seen.has(offset)) continue;
    seen.add(offset);
    try {
      entries.push(entryAt(bytes.subarray(offset), { listedHeight: view.getUint8(at + 1) || 256, isCursor: kind === KIND.cur }));
    } catch (thrown) {
      failures.push(asFailure(thrown));
    }
  }
  return { entries, failures, warnings: hasHotspot ? [{ code: 'metadata-dropped' }] : [] };
}

/** Lengths in the directory are often wrong; the images contain their own. */
function entryAt(data: Uint8Array, listed: { readonly listedHeight: number; readonly isCursor: boolean }): Entry {
  return isPng(data) ? pngEntry(data) : dibEntry(data, listed);
}
