import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { isCompoundFile, readRecords, recordsIn } from './records.ts';

/** A control, its kind as four letters from the last to the first, and its side character (Hangul Document File Formats 5.0, 4.3.10.9). */
const CONTROL = 71;
const PAGE_NUMBER = 'pngp';
const SIDE_CHARACTER_AT = 14;
const MAX_SECTIONS = 1000;
/** Records of all sections together. Sections can share the bytes of one that inflates to much more. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * For each page number of a version 5 document in order, whether it has no side characters. The program saves such numbers with
 * hyphens.
 */
export function barePageNumbers(file: Bytes): readonly boolean[] {
  const bare: boolean[] = [];
  let read = 0;
  for (let section = 0; isCompoundFile(file) && section < MAX_SECTIONS && read <= MAX_BYTES; section += 1) {
    const records = readRecords(file, `Section${section}`);
    if (!records) break;
    read += records.length;
    for (const { tag, body } of recordsIn(records))
      if (tag === CONTROL && isPageNumber(body)) bare.push(viewOf(body).getUint16(SIDE_CHARACTER_AT, true) === 0);
  }
  return bare;
}

function isPageNumber(body: Uint8Array): boolean {
  return body.length >= SIDE_CHARACTER_AT + 2 && String.fromCharCode(...body.subarray(0, 4)) === PAGE_NUMBER;
}
