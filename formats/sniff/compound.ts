import { indexOfText } from './bytes.ts';

/**
 * Tests for Microsoft compound files by the UTF-16 name of a stream in the directory. The directory may be anywhere in the file,
 * so a missing name proves nothing.
 */
export function compoundHolds(...streams: readonly string[]): (head: Uint8Array) => true | undefined {
  const spelled = streams.map((stream) => [...stream].join('\0') + '\0\0');
  return (head) => (spelled.some((name) => indexOfText(head, name) >= 0) ? true : undefined);
}

/** An encrypted Office document: the zip is a stream of a compound file ([MS-OFFCRYPTO] 2.3). */
export const isEncryptedOffice: (head: Uint8Array) => boolean = (head) => compoundHolds('EncryptedPackage')(head) === true;
