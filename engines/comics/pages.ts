import { collect } from '@bakkum/archive-tree/streams';
import type { FileTree, TreeFile } from '@bakkum/archive-tree/tree';
import { ConversionError } from '@bakkum/conversion/errors';

type Bytes = Uint8Array<ArrayBuffer>;

/** A page of a comic book, unpacked when it is asked for. */
export type ComicPage = { readonly name: string; read(): Promise<Bytes> };

const PICTURE = /\.(jpe?g|jfif|png|webp|gif|bmp|avif|jxl|tiff?)$/i;
/** What file managers leave behind. */
const LITTER = /(^|\/)(__MACOSX\/|\.)/;
/** No page is larger; an archive can claim it. */
const LARGEST_PAGE = 200_000_000;

/** The pictures of a comic book in the order people count: 2 before 10. Errors: `unsupported-feature` (no picture in it). */
export function pagesOf({ entries }: FileTree): readonly ComicPage[] {
  const isPage = ({ path, size }: TreeFile): boolean => PICTURE.test(path) && !LITTER.test(path) && size <= LARGEST_PAGE;
  const pages = entries.filter((entry) => entry.kind === 'file').filter(isPage);
  if (pages.length === 0) throw new ConversionError('unsupported-feature', 'no picture in it');
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return pages
    .toSorted((one, other) => compare(one.path, other.path))
    .map((page) => ({ name: page.path, read: () => collect(page.open()) }));
}
