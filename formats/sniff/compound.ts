import { indexOfText } from './bytes.ts';

/**
 * A test for Microsoft compound files by the name of a stream in the directory, stored as UTF-16. The directory may lie
 * anywhere in the file, so not seeing the name proves nothing.
 */
export function compoundHolds(...streams: readonly string[]): (head: Uint8Array) => true | undefined {
  const spelled = streams.map((stream) => [...stream].join('\0') + '\0\0');
  return (head) => (spelled.some((name) => indexOfText(head, name) >= 0) ? true : undefined);
}

/** An Office document under a password: the whole zip is one stream of a compound file ([MS-OFFCRYPTO] 2.3). */
export const isEncryptedOffice: (head: Uint8Array) => boolean = (head) => compoundHolds('EncryptedPackage')(head) === true;
