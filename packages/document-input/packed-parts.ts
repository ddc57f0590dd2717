import { unzipSync } from 'fflate';

/** No document has so much text; a zip can claim it. */
const MOST_BYTES = 1024 * 1024 * 1024;

/**
 * The members of a document that is a zip, by path, up to a gigabyte of them.
 * @param Refusal what is thrown when it is no zip, is damaged, or unpacks to more
 * @param wanted by path and size, which members to unpack
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
    // The unpacker's own errors carry a number; what unpacks to more than its entry says is out of range.
    if (failure instanceof RangeError || (failure instanceof Error && 'code' in failure))
      throw new Refusal(failure.message, { cause: failure });
    throw failure;
  }
}
