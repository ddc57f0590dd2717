import { ConversionError } from '@bakkum/conversion/errors';

type Bytes = Uint8Array<ArrayBuffer>;

/** A part of a document: a letter for what it is, and what is in it. */
export type DocumentRecord = { readonly kind: string; readonly content: Bytes };

/** A letter, and the length of the whole in three bytes, the lowest first. */
const HEAD = 4;

/** Records one after another. Errors: `corrupt` where one is longer than what it is in. */
export function recordsIn(bytes: Bytes): readonly DocumentRecord[] {
  const records = chainIn(bytes);
  if (!records) throw new ConversionError('corrupt', 'a record is cut off');
  return records;
}

/** The same where it is not sure that there are records: all of the bytes must be theirs. */
function chainIn(bytes: Bytes): readonly DocumentRecord[] | undefined {
  const records: DocumentRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at + 1] ?? 0) + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0) * 65_536;
    if (length < HEAD || at + length > bytes.length) return undefined;
    records.push({ kind: String.fromCharCode(bytes[at] ?? 0), content: bytes.subarray(at + HEAD, at + length) });
    at += length;
  }
  return records;
}

/** Fields of its own that a record has before those in it. */
const MOST_FIELDS = 24;
const KIND = /^[\w!%#$&+*./<=>?@^~-]$/;

/** Records in a record, behind fields whose number depends on what it is. */
export function recordsInside({ content }: DocumentRecord): readonly DocumentRecord[] {
  for (let skip = 0; skip <= Math.min(MOST_FIELDS, content.length); skip += 1) {
    const records = chainIn(content.subarray(skip));
    if (records && records.length > 0 && records.every(({ kind }) => KIND.test(kind))) return records;
  }
  return [];
}
