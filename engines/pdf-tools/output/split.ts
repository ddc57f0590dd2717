import { largest, smallest } from '@bakkum/bytes/long-lists';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { type PageEntry } from '@bakkum/conversion/pages/page-list';
import type { Part } from '../document/assemble.ts';
import { type Bookmark, readOutline } from '../document/outline.ts';

/** One file of several, and the part of its name that differs. */
export type Piece = { readonly entries: readonly PageEntry[]; readonly label: string };

/** Maximum files of one result. */
export const MAX_PIECES = 2000;

const entriesFrom = (start: number, end: number): readonly PageEntry[] =>
  Array.from({ length: end - start }, (_, at) => ({ index: start + at, turn: 0 }));

/** `pages-3-5`, or `page-3`, counted from one. */
function labelOf(start: number, end: number): string {
  return end - start === 1 ? `page-${start + 1}` : `pages-${start + 1}-${end}`;
}

/** Splits after the given number of pages. */
export function splitEvery(pageCount: number, every: number): readonly Piece[] {
  return limited(
    Array.from({ length: Math.ceil(pageCount / every) }, (_, at) => {
      const [start, end] = [at * every, Math.min(pageCount, (at + 1) * every)];
      return { entries: entriesFrom(start, end), label: labelOf(start, end) };
    }),
  );
}

/** Splits at the bookmarks of the first level. Pages before the first one become a separate file. Errors: `no-bookmarks`. */
export function splitAtBookmarks({ document, pages }: Part): readonly Piece[] {
  const places = new Map(pages.map(({ ref }, index) => [ref, index]));
  const starts = new Map<number, string>();
  for (const bookmark of readOutline(document)) {
    const index = firstPage(bookmark, places);
    if (index !== undefined && !starts.has(index)) starts.set(index, bookmark.title);
  }
  if (starts.size === 0) throw new ConversionError('no-bookmarks', 'nothing to split at');
  if (!starts.has(0)) starts.set(0, '');
  const inOrder = [...starts].toSorted(([one], [other]) => one - other);
  return limited(
    inOrder.map(([start, title], at) => {
      const end = inOrder[at + 1]?.[0] ?? pages.length;
      return { entries: entriesFrom(start, end), label: titleLabel(title, at) };
    }),
  );
}

function firstPage({ page, children }: Bookmark, places: ReadonlyMap<unknown, number>): number | undefined {
  const own = page && places.get(page);
  if (own !== undefined) return own;
  return children.map((child) => firstPage(child, places)).find((index) => index !== undefined);
}

/** Numbered, so that the files stay in order and equal titles differ. */
function titleLabel(title: string, at: number): string {
  const plain = title.replaceAll(/[\p{C}\p{Z}/\\:*?"<>|.]+/gu, ' ').trim();
  return `${at + 1}${plain === '' ? '' : `-${plain.slice(0, 60)}`}`;
}

/**
 * Splits into files of at most the given size. A single page that exceeds it becomes a separate file. `sizeOf` creates a file and
 * returns its size. Sizes grow with the number of pages, so a binary search finds the longest run that fits.
 */
export async function splitBySize(
  pageCount: number,
  maxBytes: number,
  sizeOf: (entries: readonly PageEntry[]) => Promise<number>,
): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  for (let start = 0; start < pageCount; ) {
    let [fits, above] = [start + 1, pageCount + 1];
    // Most pages of a document are alike, so the last length is a good first guess.
    let guess = Math.min(pageCount, start + (pieces.at(-1)?.entries.length ?? pageCount));
    while (above - fits > 1) {
      if (guess <= fits || guess >= above) guess = Math.floor((fits + above) / 2);
      if ((await sizeOf(entriesFrom(start, guess))) <= maxBytes) fits = guess;
      else above = guess;
      guess = Math.floor((fits + above) / 2);
    }
    pieces.push({ entries: entriesFrom(start, fits), label: labelOf(start, fits) });
    start = fits;
    if (pieces.length > MAX_PIECES) throw tooMany();
  }
  return pieces;
}

/**
 * Creates a file for each file of the page list, from a document with its pages in this order. Errors: `invalid-options` if the
 * pages were placed on sheets before.
 */
export function splitByList(parts: readonly (readonly PageEntry[])[], pageCount: number): readonly Piece[] {
  if (parts.flat().length !== pageCount)
    throw new ConversionError('invalid-options', 'sheets cannot be split by a list of pages');
  let start = 0;
  const pieces = parts.map((listed, at) => {
    const entries = entriesFrom(start, start + listed.length);
    start += listed.length;
    return { entries, label: `${at + 1}-${labelOfListed(listed)}` };
  });
  return limited(pieces);
}

function labelOfListed(listed: readonly PageEntry[]): string {
  const indexes = listed.flatMap(({ index }) => (index === undefined ? [] : [index]));
  if (indexes.length === 0) return 'blank';
  return labelOf(smallest(indexes), largest(indexes) + 1);
}

function limited(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length > MAX_PIECES) throw tooMany();
  return pieces;
}

function tooMany(): ConversionError {
  return new ConversionError('too-large', `more than ${MAX_PIECES} files`);
}

export type SplitMode = 'none' | 'every' | 'bookmarks' | 'size' | 'list';

export function splitModeOf(options: OptionValues): SplitMode {
  const mode = options['split'];
  return mode === 'every' || mode === 'bookmarks' || mode === 'size' || mode === 'list' ? mode : 'none';
}
