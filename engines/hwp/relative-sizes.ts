import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { replaceStream } from '@bakkum/document-office/compound-file';
import { deflateSync } from 'fflate';
import { isCompoundFile, isCompressed, readRecords, recordsIn } from './records.ts';

/** A record with the look of letters, and its fields: a byte for each of seven scripts, and the size (Hangul Document File Formats 5.0, 4.2.6). */
const CHARACTER_SHAPE = 21;
const SCRIPTS = 7;
const WIDTHS_AT = 14;
const RELATIVE_SIZES_AT = 28;
const SIZE_AT = 42;

/**
 * Multiplies the size of letters in a version 5 document by their relative size, which the program ignores. Returns the same
 * bytes if no size differs.
 */
export function withAbsoluteSizes(file: Bytes): Bytes {
  const records = isCompoundFile(file) ? readRecords(file, 'DocInfo') : undefined;
  if (!records || !applySizes(records)) return file;
  return replaceStream(file, 'DocInfo', isCompressed(file) ? deflateSync(records) : records) ?? file;
}

/** Changes the records in place. Returns whether any differed. */
function applySizes(records: Uint8Array): boolean {
  let changed = false;
  for (const { tag, body } of recordsIn(records))
    if (tag === CHARACTER_SHAPE && body.length >= SIZE_AT + 4) changed = applySize(body) || changed;
  return changed;
}

/** Scripts with another relative size than Hangul keep their widths, not their heights, because there is one size for all. */
function applySize(shape: Uint8Array): boolean {
  const sizes = [...shape.subarray(RELATIVE_SIZES_AT, RELATIVE_SIZES_AT + SCRIPTS)].map((size) => size || 100);
  if (sizes.every((size) => size === 100)) return false;
  const [main = 100] = sizes;
  const view = viewOf(shape);
  view.setInt32(SIZE_AT, Math.round((view.getInt32(SIZE_AT, true) * main) / 100), true);
  for (const [script, size] of sizes.entries()) {
    const width = ((shape[WIDTHS_AT + script] ?? 100) * size) / main;
    shape[WIDTHS_AT + script] = Math.min(255, Math.round(width));
    shape[RELATIVE_SIZES_AT + script] = 100;
  }
  return true;
}
