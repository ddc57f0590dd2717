import { unzipSync } from 'fflate';

/** No document has this much text, but a zip can claim it. */
const MOST_BYTES = 1024 * 1024 * 1024;

/**
 * The members of a zipped document by path, up to a gigabyte in total.
 * @param Refusal the error to throw if the file is not a zip, is damaged, or unpacks to more
 * @param wanted selects members to unpack by path and size
 */
export function unpackParts(
  file: Uint8Array<ArrayBuffer>,
  Refusal: new (message: string, options?: ErrorOptions) => Error,
  wanted: (path: string, bytes: number) => boolean = () => true,
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  let total = 0;
  try {
    const members = unzipSync(file, {
      filter: ({ name, originalSize }) => {
        if (!wanted(name, originalSize)) return false;
        total += originalSize;
        if (total > MOST_BYTES) throw new Refusal('unpacks to more than a gigabyte');
        return true;
      },
    });
    return new Map(Object.entries(members).map(([name, bytes]) => [name, new Uint8Array(bytes)]));
  } catch (failure) {
    // Errors of the unzip library carry a number; data that unpacks to more than its entry says throws a RangeError.
    if (failure instanceof RangeError || (failure instanceof Error && 'code' in failure))
      throw new Refusal(failure.message, { cause: failure });
    throw failure;
  }
}
