import { type Bytes, startsWith } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { readStream } from '@bakkum/document-office/compound-file';
import { strFromU8 } from 'fflate';

/** Protection of a document: a password, or rights that only the vendor's program can grant. */
export type Protection = 'none' | 'password' | 'rights';

/** Property flags in `FileHeader` (Hangul Document File Formats 5.0, 3.2.1). */
const PASSWORD = 0x02;
const RIGHTS = 0x10 | 0x100 | 0x400;
const PROPERTIES_AT = 36;

/** In version 3, document information begins after a 30-byte signature; one word in it marks a password. */
const VERSION_3_PASSWORD_AT = 30 + 96;
const VERSION_3_SIGNATURE = 'HWP Document File V';

/** Reads only the fields that mark protection; damaged files count as unprotected. */
export function protectionOf(bytes: Bytes): Protection {
  if (startsWith(bytes, VERSION_3_SIGNATURE)) return (bytes[VERSION_3_PASSWORD_AT] ?? 0) === 0 ? 'none' : 'password';
  if (bytes[0] === 0xd0) return protectionOfVersion5(bytes);
  return startsWith(bytes, 'PK') && manifestOf(bytes)?.includes('encryption-data') === true ? 'password' : 'none';
}

function protectionOfVersion5(bytes: Bytes): Protection {
  const header = readStream(bytes, 'FileHeader');
  if (!header || header.length < PROPERTIES_AT + 4) return 'none';
  const properties = new DataView(header.buffer, header.byteOffset).getUint32(PROPERTIES_AT, true);
  if ((properties & RIGHTS) !== 0) return 'rights';
  return (properties & PASSWORD) === 0 ? 'none' : 'password';
}

/** Reads the OpenDocument-style manifest, which describes the encryption of each member. */
function manifestOf(bytes: Bytes): string | undefined {
  try {
    const parts = unpackParts(bytes, (name, size) => name === 'META-INF/manifest.xml' && size < 10_000_000);
    const manifest = parts.get('META-INF/manifest.xml');
    return manifest && strFromU8(manifest);
  } catch (failure) {
    if (failure instanceof ConversionError) return undefined;
    throw failure;
  }
}
