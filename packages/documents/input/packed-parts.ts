import { ConversionError } from '@bakkum/conversion/errors';
import { unzipSync } from 'fflate';

/** No document has this much text, but a zip can claim it. */
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * The members of a zipped document by path. Errors: `corrupt` for a damaged zip, `too-large`.
 * @param isWanted selects members to unpack by path and size
 * @param maxBytes limit for the total size of these members
 */
export function unpackParts(
  file: Uint8Array,
  isWanted: (path: string, bytes: number) => boolean = () => true,
  maxBytes = MAX_BYTES,
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  let total = 0;
  try {
    const members = unzipSync(file, {
      filter: ({ name, originalSize }) => {
        if (!isWanted(name, originalSize)) return false;
        total += originalSize;
        if (total > maxBytes) throw new ConversionError('too-large', `unpacks to more than ${maxBytes} bytes`);
        return true;
      },
    });
    return new Map(Object.entries(members).map(([name, bytes]) => [name, new Uint8Array(bytes)]));
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('corrupt', 'the zip does not unpack', { cause });
  }
}
