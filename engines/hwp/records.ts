import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { readStream } from '@bakkum/document-office/compound-file';
import { inflateSync } from 'fflate';

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

/** The records of a stream, without compression; `undefined` if there is no such stream or it is encrypted or damaged. */
export function readRecords(file: Bytes, name: string): Uint8Array | undefined {
  const stored = readStream(file, name);
  if (!stored || !isCompressed(file)) return stored;
  try {
    return inflateSync(stored);
  } catch {
    return undefined;
  }
}

/** Records with a tag of 10 bits, a level of 10 and a size of 12, or in the next word if that is full (4.1). */
export function* recordsIn(bytes: Uint8Array): Generator<{ readonly tag: number; readonly body: Uint8Array }> {
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
