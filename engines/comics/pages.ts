import { ConversionError } from '@bakkum/conversion/errors';
import { unzipSync } from 'fflate';

const PICTURE = /\.(jpe?g|jfif|png|webp|gif|bmp|avif|jxl|tiff?)$/i;
/** What file managers leave behind. */
const LITTER = /(^|\/)(__MACOSX\/|\.)/;
/** No page is larger; a zip can claim it. */
const LARGEST_PAGE = 200_000_000;

const BEGINNING = [0x50, 0x4b, 0x03, 0x04];
/** General purpose bit 0 of the first member's header (APPNOTE 4.4.4). */
const FLAGS_AT = 6;
const ENCRYPTED = 1;

/**
 * The pictures of a comic book in the order people count, each unpacked when it is asked for.
 * Errors: `corrupt`, `encrypted`, `empty` (no picture in it).
 */
export function picturesOf(book: Uint8Array<ArrayBuffer>): readonly (() => Uint8Array)[] {
  if (BEGINNING.some((byte, index) => book[index] !== byte)) throw new ConversionError('corrupt', 'no zip');
  if (((book[FLAGS_AT] ?? 0) & ENCRYPTED) !== 0) throw new ConversionError('encrypted', 'the members are encrypted');
  const names: string[] = [];
  unpacked(book, ({ name, originalSize }) => {
    if (PICTURE.test(name) && !LITTER.test(name) && originalSize <= LARGEST_PAGE) names.push(name);
    return false;
  });
  if (names.length === 0) throw new ConversionError('empty', 'no picture in it');
  names.sort(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare);
  return names.map((name) => () => unpacked(book, (member) => member.name === name)[name] ?? new Uint8Array());
}

function unpacked(
  book: Uint8Array<ArrayBuffer>,
  filter: (member: { readonly name: string; readonly originalSize: number }) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(book, { filter });
  } catch (failure) {
    // The unpacker's own errors carry a number; anything else is a defect.
    if (failure instanceof Error && 'code' in failure) throw new ConversionError('corrupt', failure.message, { cause: failure });
    throw failure;
  }
}
