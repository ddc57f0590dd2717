import type { FileTree, TreeFile } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { collect } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';

/** A page of a comic book, unpacked on demand. */
export type ComicPage = { readonly name: string; read(): Promise<Bytes> };

const PICTURE = /\.(jpe?g|jfif|png|webp|gif|bmp|avif|jxl|tiff?)$/i;
/** Files created by file managers. */
const LITTER = /(^|\/)(__MACOSX\/|\.)/;
/** Largest accepted page; an archive can claim any size. */
const MAX_PAGE_BYTES = 200_000_000;

/** Returns the images of a comic book in natural order: 2 before 10. Errors: `unsupported-feature` if it has none. */
export function pagesOf({ entries }: FileTree): readonly ComicPage[] {
  const isPage = ({ path, size }: TreeFile): boolean => PICTURE.test(path) && !LITTER.test(path) && size <= MAX_PAGE_BYTES;
  const pages = entries.filter((entry) => entry.kind === 'file').filter(isPage);
  if (pages.length === 0) throw new ConversionError('unsupported-feature', 'no picture in it');
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return pages
    .toSorted((one, other) => compare(one.path, other.path))
    .map((page) => ({ name: page.path, read: () => collect(page.open()) }));
}
