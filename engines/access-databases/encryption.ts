/** What the first page of an Access database says about its version and encryption ([MS-OFFCRYPTO] 2.3). */

/** `password`: a password opens it; `unknown`: a version or an encryption that the reader does not know. */
export type Protection = 'none' | 'password' | 'unknown';

const VERSION = 0x14;
/** From here on, versions since Access 2007. Earlier ones are read without their password. */
const ACCESS_2007 = 2;
const NEWEST = 6;
/** Length of the encryption description, which follows it. */
const DESCRIPTION = 0x299;
const AGILE = '4.4';
const STANDARD: ReadonlySet<string> = new Set(['4.2', '3.2', '2.2']);
const FLAG_CRYPTO_API = 0x04;
const FLAG_AES = 0x20;

/** Reads how a database is protected. */
export function protectionOf(bytes: Uint8Array<ArrayBuffer>): Protection {
  const version = bytes[VERSION] ?? 0;
  if (version > NEWEST) return 'unknown';
  if (version < ACCESS_2007 || bytes.length < DESCRIPTION + 10) return 'none';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint16(DESCRIPTION, true) === 0) return 'none';
  const provider = `${view.getUint16(DESCRIPTION + 2, true)}.${view.getUint16(DESCRIPTION + 4, true)}`;
  if (provider === AGILE) return 'password';
  const flags = view.getUint32(DESCRIPTION + 6, true);
  const isRc4 = STANDARD.has(provider) && (flags & FLAG_CRYPTO_API) !== 0 && (flags & FLAG_AES) === 0;
  return isRc4 ? 'password' : 'unknown';
}
