import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unzipSync } from 'fflate';

/** Size limit of an XML book; a zip can claim any size. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Extracts the book from a zip with one member. Errors: `corrupt`, `too-large`, `encrypted`. */
export function unpackBook(file: Bytes): Bytes {
  const BEGINNING = [0x50, 0x4b, 0x03, 0x04];
  if (BEGINNING.some((byte, index) => file[index] !== byte)) throw new ConversionError('corrupt', 'no zip');
  if (((file[6] ?? 0) & 1) === 1) throw new ConversionError('encrypted', 'the member is encrypted');
  const [book] = Object.values(members(file));
  if (!book) throw new ConversionError('corrupt', 'no FictionBook in it');
  return new Uint8Array(book);
}

function members(file: Bytes): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(file, {
      filter: ({ name, originalSize }) => {
        if (!name.toLowerCase().endsWith('.fb2')) return false;
        if (originalSize > MOST_BYTES) throw new ConversionError('too-large', `unpacks to ${originalSize} bytes`);
        return true;
      },
    });
  } catch (failure) {
    if (failure instanceof ConversionError) throw failure;
    // The unpacker's own errors have a code; output larger than the entry's size is out of range.
    if (failure instanceof RangeError || (failure instanceof Error && 'code' in failure))
      throw new ConversionError('corrupt', failure.message, { cause: failure });
    throw failure;
  }
}
