import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';

/** Size limit of an XML book; a zip can claim any size. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Extracts the book from a zip with one member. Errors: `corrupt`, `too-large`, `encrypted`. */
export function unpackBook(file: Bytes): Bytes {
  const BEGINNING = [0x50, 0x4b, 0x03, 0x04];
  if (BEGINNING.some((byte, index) => file[index] !== byte)) throw new ConversionError('corrupt', 'no zip');
  if (((file[6] ?? 0) & 1) === 1) throw new ConversionError('encrypted', 'the member is encrypted');
  const [book] = unpackParts(file, (name) => name.toLowerCase().endsWith('.fb2'), MAX_BYTES).values();
  if (!book) throw new ConversionError('corrupt', 'no FictionBook in it');
  return book;
}
