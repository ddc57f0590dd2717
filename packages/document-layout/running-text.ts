import { parseMarker } from './list-markers.ts';
import type { Row } from './rows.ts';
import { textOf } from './segments.ts';

/** What of a page may be repeated on others: its outermost rows, and how high it is. */
export type PageEdges = { readonly height: number; readonly top: readonly Row[]; readonly bottom: readonly Row[] };

/** Headers and footers lie in these outermost parts of a page. */
const EDGE = 0.13;
const MOST_ROWS = 4;
/** Rows at this distance are at the same place. */
const SAME_PLACE = 6;

/** The rows near the top and bottom of a page, outermost first. */
export function edgesOf(rows: readonly Row[], height: number): PageEdges {
  const sorted = rows.toSorted((a, b) => a.top - b.top);
  return {
    height,
    top: sorted.filter(({ bottom }) => bottom < height * EDGE).slice(0, MOST_ROWS),
    bottom: sorted
      .toReversed()
      .filter(({ top }) => top > height * (1 - EDGE))
      .slice(0, MOST_ROWS),
  };
}

/** Rows of a page that neighbouring pages have as well, numbers aside; and a number alone at its bottom. */
export function runningRows(
  page: PageEdges,
  neighbours: readonly PageEdges[],
): { readonly header: readonly Row[]; readonly footer: readonly Row[] } {
  const header = repeated(
    page.top,
    neighbours.map(({ top }) => top),
    (row) => row.baseline,
  );
  const footer = repeated(
    page.bottom,
    neighbours.map(({ bottom, height }) => bottom.map((row) => ({ ...row, baseline: row.baseline - height + page.height }))),
    (row) => row.baseline,
  );
  const [last] = page.bottom;
  const isNumbered = last !== undefined && isPageNumber(wordsOf(last)) && !footer.includes(last);
  return { header, footer: isNumbered ? [last, ...footer] : footer };
}

function repeated(rows: readonly Row[], others: readonly (readonly Row[])[], place: (row: Row) => number): readonly Row[] {
  const needed = others.length >= MANY_NEIGHBOURS ? 2 : 1;
  const isRepeated = (row: Row): boolean =>
    others.filter((page) =>
      page.some((other) => Math.abs(place(other) - place(row)) < SAME_PLACE && shapeOf(wordsOf(other)) === shapeOf(wordsOf(row))),
    ).length >= needed;
  const first = rows.findIndex(
    (row, index) => !isRepeated(row) || isItem(row) || (index > 0 && (isSentence(row) || isApart(rows[index - 1], row))),
  );
  const found = first < 0 ? rows : rows.slice(0, first);
  const next = rows[found.length];
  const last = found.at(-1);
  // What stands as close to the text as its own lines do is the text's.
  return last && next && distance(last, next) < Math.min(last.size, next.size) * CLOSE ? [] : found;
}

/** With left and right pages that differ, two of four neighbours have the same. */
const MANY_NEIGHBOURS = 4;
/** Below the first line of a header, a text this long is the page's own, though another page may have the same. */
const LONG = 50;
/** Lines of one header stand no further apart than this, in parts of their size. */
const APART = 0.9;
const isApart = (above: Row | undefined, row: Row): boolean => above !== undefined && distance(above, row) > row.size * APART;
const isSentence = (row: Row): boolean =>
  row.parts.length === 1 && row.right - row.left > row.size * LONG * 0.4 && wordsOf(row).length > LONG;

/** Headers stand further from the text than this, in parts of its size. */
const CLOSE = 0.35;

const distance = (a: Row, b: Row): number => Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
const isItem = (row: Row): boolean =>
  /^\S{1,4}\s/.test(wordsOf(row)) && parseMarker(wordsOf(row).split(/\s/)[0] ?? '')?.kind === 'bullet';

const wordsOf = (row: Row): string => row.parts.map(textOf).join(' ').trim();

/** Text with its numbers blanked, because a page number differs from page to page. */
const shapeOf = (text: string): string => text.replace(/\d+/g, '#').replace(/\b[ivxlc]+\b/g, '#');

/** A number alone, with what people put around it: `3`, `- 3 -`, `3 / 12`, `Page 3 of 12`, `3쪽`. */
export function isPageNumber(text: string): boolean {
  return /^(page|p\.|쪽|페이지)?[\s\-–—|·.[(]*\d{1,4}[\s\-–—|·.\])]*((\/|of|중)\s*\d{1,4})?\s*(쪽|페이지)?$/i.test(text);
}
