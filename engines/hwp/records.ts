import { type Bytes, concat, viewOf } from '@bakkum/bytes/bytes';
import { readStream } from '@bakkum/document-office/compound-file';
import { Inflate } from 'fflate';

/** The first byte of a compound file. */
const COMPOUND_FILE = 0xd0;

/** Properties in `FileHeader` (Hangul Document File Formats 5.0, 3.2.1). */
const PROPERTIES_AT = 36;
const IS_COMPRESSED = 0x01;

/** Whether a file is a compound file, as version 5 is. */
export const isCompoundFile = (file: Bytes): boolean => file[0] === COMPOUND_FILE;

/** Whether the records of a version 5 document are compressed. */
export function isCompressed(file: Bytes): boolean {
  return ((readStream(file, 'FileHeader')?.[PROPERTIES_AT] ?? 0) & IS_COMPRESSED) !== 0;
}

/** More than the text of any section. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Compressed bytes between two checks of the limit. */
const CHUNK = 65_536;

/** The records of a stream, without compression; `undefined` if there is no such stream, or it is encrypted, damaged or huge. */
export function readRecords(file: Bytes, name: string): Uint8Array | undefined {
  const stored = readStream(file, name);
  if (!stored || !isCompressed(file)) return stored;
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflater = new Inflate((part) => {
    parts.push(part);
    length += part.length;
  });
  try {
    for (let at = 0; at < stored.length && length <= MAX_BYTES; at += CHUNK)
      inflater.push(stored.subarray(at, at + CHUNK), at + CHUNK >= stored.length);
  } catch {
    return undefined;
  }
  return length > MAX_BYTES ? undefined : concat(parts);
}

/** With this size in its 12 bits, a record has its size in the next word. */
const LONG = 0xfff;

export type DataRecord = { readonly tag: number; readonly level: number; readonly body: Uint8Array };

/** Records with a tag of 10 bits, a level of 10 and a size of 12, or in the next word if that is full (4.1). */
export function* recordsIn(bytes: Uint8Array): Generator<DataRecord> {
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.length; ) {
    const head = view.getUint32(at, true);
    const isLong = head >>> 20 === LONG;
    if (isLong && at + 8 > bytes.length) return;
    const start = at + (isLong ? 8 : 4);
    const size = isLong ? view.getUint32(at + 4, true) : head >>> 20;
    yield { tag: head & 0x3ff, level: (head >>> 10) & 0x3ff, body: bytes.subarray(start, start + size) };
    at = start + size;
  }
}

/** Records in the form of a stream. */
export function writeRecords(records: readonly DataRecord[]): Bytes {
  const parts = records.flatMap(({ tag, level, body }) => {
    const isLong = body.length >= LONG;
    const head = new DataView(new ArrayBuffer(isLong ? 8 : 4));
    head.setUint32(0, tag | (level << 10) | ((isLong ? LONG : body.length) << 20), true);
    if (isLong) head.setUint32(4, body.length, true);
    return [new Uint8Array(head.buffer), body];
  });
  return concat(parts);
}
