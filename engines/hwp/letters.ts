import { type Bytes, concat, utf16le, viewOf } from '@bakkum/bytes/bytes';
import { replaceStream } from '@bakkum/document-office/compound-file';
import { deflateSync } from 'fflate';
import { type DataRecord, isCompoundFile, isCompressed, readRecords, recordsIn, writeRecords } from './records.ts';

/** Records with the number of typefaces per script, a typeface, and the look of letters (Hangul Document File Formats 5.0, 4.2). */
const COUNTS = 17;
const TYPEFACE = 19;
const CHARACTER_SHAPE = 21;

/** Of seven scripts: Hangul, Latin, Hanja, Japanese, other, symbols, and those of the user. */
const SCRIPTS = 7;
const NOT_EAST_ASIAN: ReadonlySet<number> = new Set([1, 4, 5, 6]);

/** Fields of letters: a byte for each script, and the size (4.2.6). */
const WIDTHS_AT = 14;
const RELATIVE_SIZES_AT = 28;
const SIZE_AT = 42;

/** The typefaces of a version 5 document for text that is not East Asian. */
export function latinFacesIn(file: Bytes): readonly string[] {
  const records = documentRecords(file);
  return records ? latinTypefaces(records).map(nameOf) : [];
}

/**
 * Prepares the letters of a version 5 document for a program that ignores relative sizes, by multiplying their size, and that
 * knows the typefaces by other names. Returns the same bytes if nothing differs.
 */
export function withDrawnLetters(file: Bytes, faces: ReadonlyMap<string, string>): Bytes {
  const records = documentRecords(file);
  if (!records) return file;
  const typefaces = new Set(latinTypefaces(records));
  const changed = records.map((record) => {
    if (record.tag === CHARACTER_SHAPE) return sized(record);
    const face = typefaces.has(record) ? faces.get(nameOf(record)) : undefined;
    return face === undefined ? record : { ...record, body: typeface(face) };
  });
  if (changed.every((record, index) => record === records[index])) return file;
  const bytes = writeRecords(changed);
  return replaceStream(file, 'DocInfo', isCompressed(file) ? deflateSync(bytes) : bytes) ?? file;
}

/** More than any document describes; a few kilobytes can inflate to millions of empty records. */
const MAX_RECORDS = 200_000;

function documentRecords(file: Bytes): readonly DataRecord[] | undefined {
  const bytes = isCompoundFile(file) ? readRecords(file, 'DocInfo') : undefined;
  if (!bytes) return undefined;
  const records: DataRecord[] = [];
  for (const record of recordsIn(bytes)) {
    if (records.length === MAX_RECORDS) return undefined;
    records.push(record);
  }
  return records;
}

/** Typefaces are stored script by script. */
function latinTypefaces(records: readonly DataRecord[]): readonly DataRecord[] {
  const counts = records.find(({ tag }) => tag === COUNTS)?.body ?? new Uint8Array();
  if (counts.length < 4 + SCRIPTS * 4) return [];
  const scripts = Array.from({ length: SCRIPTS }, (_, script) => viewOf(counts).getUint32(4 + script * 4, true));
  const all = records.filter(({ tag }) => tag === TYPEFACE);
  let start = 0;
  return scripts.flatMap((count, script) => {
    start += count;
    return NOT_EAST_ASIAN.has(script) ? all.slice(start - count, start) : [];
  });
}

/** A byte of properties, the length of the name, and the name (4.2.4); what follows describes the typeface. */
function nameOf({ body }: DataRecord): string {
  const length = body.length < 3 ? 0 : viewOf(body).getUint16(1, true);
  return new TextDecoder('utf-16le').decode(body.subarray(3, 3 + length * 2));
}

const typeface = (name: string): Uint8Array => concat([[0, name.length & 0xff, name.length >>> 8], utf16le(name)]);

/** Scripts with another relative size than Hangul keep their widths, not their heights, because there is one size for all. */
function sized(record: DataRecord): DataRecord {
  if (record.body.length < SIZE_AT + 4) return record;
  const sizes = [...record.body.subarray(RELATIVE_SIZES_AT, RELATIVE_SIZES_AT + SCRIPTS)].map((size) => size || 100);
  if (sizes.every((size) => size === 100)) return record;
  const [main = 100] = sizes;
  const body = record.body.slice();
  const view = viewOf(body);
  view.setInt32(SIZE_AT, Math.round((view.getInt32(SIZE_AT, true) * main) / 100), true);
  for (const [script, size] of sizes.entries()) {
    const width = ((body[WIDTHS_AT + script] ?? 100) * size) / main;
    body[WIDTHS_AT + script] = Math.min(255, Math.round(width));
    body[RELATIVE_SIZES_AT + script] = 100;
  }
  return { ...record, body };
}
