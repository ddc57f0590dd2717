import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** A part of a document: a type letter and its content. */
export type DocumentRecord = { readonly kind: string; readonly content: Bytes };

/** A letter, and the total length in three bytes, little-endian. */
const HEAD = 4;

/** Reads consecutive records. Errors: `corrupt` if one exceeds its container. */
export function recordsIn(bytes: Bytes): readonly DocumentRecord[] {
  const records = chainIn(bytes);
  if (!records) throw new ConversionError('corrupt', 'a record is cut off');
  return records;
}

/** The same for data that may not consist of records: they must cover all bytes, otherwise `undefined`. */
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

/** Maximum bytes of a record's own fields before its children. */
const MAX_FIELDS = 24;
const KIND = /^[\w!%#$&+*./<=>?@^~-]$/;

/** Reads child records, which follow a variable number of fields. */
export function recordsInside({ content }: DocumentRecord): readonly DocumentRecord[] {
  for (let skip = 0; skip <= Math.min(MAX_FIELDS, content.length); skip += 1) {
    const records = chainIn(content.subarray(skip));
    if (records && records.length > 0 && records.every(({ kind }) => KIND.test(kind))) return records;
  }
  return [];
}
