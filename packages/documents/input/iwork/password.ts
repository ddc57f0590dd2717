import type { Bytes } from '@bakkum/bytes/bytes';
import { readDirectory } from '../zip-directory.ts';

/** Later versions of iWork check a password with this file. */
const VERIFIER = '.iwpv2';
/** Compression methods by which iWork '09 marks encrypted files. */
const ENCRYPTED: ReadonlySet<number> = new Set([0x636b, 0x636c]);

/** Whether a document of Pages, Numbers or Keynote needs a password. How they encrypt is not documented. */
export function hasPassword(file: Bytes): boolean {
  return (readDirectory(file) ?? []).some(({ name, method }) => name.endsWith(VERIFIER) || ENCRYPTED.has(method));
}
