import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { readStream, replaceStream } from '@bakkum/document-office/compound-file';
import { deflateSync, inflateSync } from 'fflate';

/** The first byte of a compound file. */
const COMPOUND_FILE = 0xd0;

/** Flags in `FileHeader` (Hangul Document File Formats 5.0, 3.2.1). */
const PROPERTIES_AT = 36;
const IS_COMPRESSED = 0x01;

/** A record with the look of letters, and its fields: a byte for each of seven scripts, and the size (same document, 4.2.6). */
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
  if (file[0] !== COMPOUND_FILE) return file;
  const header = readStream(file, 'FileHeader');
  const stored = readStream(file, 'DocInfo');
  if (!header || !stored) return file;
  const isCompressed = ((header[PROPERTIES_AT] ?? 0) & IS_COMPRESSED) !== 0;
  const records = isCompressed ? inflated(stored) : stored;
  if (!records || !applySizes(records)) return file;
  return replaceStream(file, 'DocInfo', isCompressed ? deflateSync(records) : records) ?? file;
}

function inflated(bytes: Bytes): Uint8Array | undefined {
  try {
    return inflateSync(bytes);
  } catch {
    return undefined;
  }
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

/** Records with a tag of 10 bits, a level of 10 and a size of 12, or in the next word if that is full (4.1). */
function* recordsIn(bytes: Uint8Array): Generator<{ readonly tag: number; readonly body: Uint8Array }> {
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.length; ) {
    const head = view.getUint32(at, true);
    const isLong = head >>> 20 === 0xfff;
    if (isLong && at + 8 > bytes.length) return;
    const start = at + (isLong ? 8 : 4);
    const size = isLong ? view.getUint32(at + 4, true) : head >>> 20;
    yield { tag: head & 0x3ff, body: bytes.subarray(start, start + size) };
    at = start + size;
  }
}
