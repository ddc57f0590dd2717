import type { Bytes } from '@bakkum/bytes/bytes';
import { rc4 } from './stream-cipher.ts';

/** [MS-ODRAW] 2.2.23: image types, and the instances with a second identifier. */
const FIRST_PICTURE = 0xf018;
const LAST_PICTURE = 0xf117;
const METAFILES: ReadonlySet<number> = new Set([0xf01a, 0xf01b, 0xf01c]);
const TWO_IDENTIFIERS: ReadonlySet<number> = new Set([0x217, 0x3d5, 0x46b, 0x543, 0x6e1, 0x6e3, 0x6e5, 0x7a9]);
const IDENTIFIER_BYTES = 16;
const METAFILE_HEADER_BYTES = 34;
const TAG_BYTES = 1;

/**
 * Decrypts every field of every image separately, each from the start of the key stream. Stops at the first record that is not an
 * image.
 */
export async function openPictures(sealed: Bytes, key: Bytes, signal: AbortSignal): Promise<Bytes> {
  const pictures = sealed.slice();
  const open = (from: number, bytes: number): void => pictures.set(rc4(key, pictures.subarray(from, from + bytes)), from);
  for (let at = 0; at + 8 <= pictures.length; ) {
    signal.throwIfAborted();
    open(at, 8);
    const header = new DataView(pictures.buffer, at, 8);
    const type = header.getUint16(2, true);
    const end = at + 8 + header.getUint32(4, true);
    if (type < FIRST_PICTURE || type > LAST_PICTURE || end > pictures.length) break;
    at += 8;
    const identifiers = TWO_IDENTIFIERS.has(header.getUint16(0, true) >> 4) ? 2 : 1;
    const fields = [
      ...Array.from({ length: identifiers }, () => IDENTIFIER_BYTES),
      METAFILES.has(type) ? METAFILE_HEADER_BYTES : TAG_BYTES,
    ];
    for (const bytes of fields) {
      open(at, bytes);
      at += bytes;
    }
    open(at, end - at);
    at = end;
  }
  return pictures;
}
