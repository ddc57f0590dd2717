import { parseMarker } from '../text/list-markers.ts';
import type { Row } from '../text/rows.ts';
import { textOf } from '../text/segments.ts';

/** Candidates for running text of a page: its outermost rows, and its height. */
export type PageEdges = {
  readonly height: number;
  readonly top: readonly Row[];
  readonly bottom: readonly Row[];
  /** The rows of the main text next to them. */
  readonly firstInside?: Row;
  readonly lastInside?: Row;
};

/** Headers and footers are within this fraction of the page height from its edges. */
const EDGE = 0.13;
const MAX_ROWS = 4;
/** Rows closer than this are at the same position. */
const SAME_PLACE = 6;

/** The rows near the top and bottom of a page, outermost first. */
export function edgesOf(rows: readonly Row[], height: number): PageEdges {
  const sorted = rows.toSorted((a, b) => a.top - b.top);
  const top = sorted.filter(({ bottom }) => bottom < height * EDGE).slice(0, MAX_ROWS);
  const upwards = sorted.toReversed();
  const bottom = upwards.filter((row) => row.top > height * (1 - EDGE)).slice(0, MAX_ROWS);
  const firstInside = sorted.find((row) => !top.includes(row));
  const lastInside = upwards.find((row) => !bottom.includes(row));
  return { height, top, bottom, ...(firstInside ? { firstInside } : {}), ...(lastInside ? { lastInside } : {}) };
}

/** Another page: its distance in pages, and its candidates for running text. */
type NeighbourPage = { readonly away: number; readonly edges: PageEdges };

/** The outermost rows of another page, scaled to the height of this one. */
type Edge = { readonly away: number; readonly rows: readonly Row[]; readonly inside: Row | undefined };

/**
 * Rows that neighbouring pages repeat, ignoring numbers; rows at the same position whose words change and whose number counts
 * pages; and a lone number at the bottom.
 */
export function runningRows(
  page: PageEdges,
  neighbours: readonly NeighbourPage[],
): { readonly header: readonly Row[]; readonly footer: readonly Row[] } {
  const header = running(
    page.top,
    page.firstInside,
    neighbours.map(({ away, edges }) => ({ away, rows: edges.top, inside: edges.firstInside })),
    true,
  );
  const footer = running(
    page.bottom,
    page.lastInside,
    neighbours.map(({ away, edges: { bottom, height, lastInside } }) => ({
      away,
      inside: lastInside,
      rows: bottom.map((row) => ({ ...row, baseline: row.baseline - height + page.height })),
    })),
    false,
  );
  const [last, above = page.lastInside] = page.bottom;
  const isNumbered =
    last !== undefined &&
    isPageNumber(wordsOf(last)) &&
    !footer.includes(last) &&
    (!above || distance(above, last) > last.size * FAR);
  return { header, footer: isNumbered ? [last, ...footer] : footer };
}

function running(rows: readonly Row[], inside: Row | undefined, others: readonly Edge[], isTop: boolean): readonly Row[] {
  const found = repeated(rows, inside, others, isTop);
  const [first] = rows;
  return found.length === 0 && first && isMoving(first, rows[1] ?? inside, others) ? [first] : found;
}

function repeated(rows: readonly Row[], inside: Row | undefined, others: readonly Edge[], isTop: boolean): readonly Row[] {
  const needed = others.length >= MANY_NEIGHBOURS ? 2 : 1;
  const has = (page: Edge, row: Row): Row | undefined =>
    page.rows.find(
      (other) => Math.abs(other.baseline - row.baseline) < SAME_PLACE && shapeOf(wordsOf(other)) === shapeOf(wordsOf(row)),
    );
  // One page is enough if its number differs by exactly the distance in pages.
  const countOn = others.filter((page) =>
    rows.some((row) => {
      const other = has(page, row);
      return other !== undefined && counts(wordsOf(row), wordsOf(other), page.away);
    }),
  );
  const isRepeated = (row: Row): boolean =>
    others.filter((page) => has(page, row)).length >= needed || countOn.some((page) => has(page, row));
  const isSame = (row: Row): boolean => others.some(({ rows: own }) => own.some((other) => wordsOf(other) === wordsOf(row)));
  const first = rows.findIndex(
    (row, index) =>
      !isRepeated(row) ||
      isItem(row) ||
      isAppendixNumber(wordsOf(row)) ||
      (isTop && isTitleLike(row, rows[index + 1] ?? inside) && !isSame(row)) ||
      (index > 0 && (isSentence(row) || isApart(rows[index - 1], row))),
  );
  const found = first < 0 ? rows : rows.slice(0, first);
  const next = rows[found.length];
  const last = found.at(-1);
  // A row as close to the text as the text's own lines belongs to the text.
  return last && next && distance(last, next) < Math.min(last.size, next.size) * CLOSE ? [] : found;
}

/** When left and right pages differ, two of four neighbours agree. */
const MANY_NEIGHBOURS = 4;
/** A text of this length below the first header line belongs to the page, even if another page has the same. */
const LONG = 50;
/** Maximum distance between lines of one header, relative to their size. */
const APART = 0.9;
const isApart = (above: Row | undefined, row: Row): boolean => above !== undefined && distance(above, row) > row.size * APART;
const isSentence = (row: Row): boolean =>
  row.parts.length === 1 && row.right - row.left > row.size * LONG * 0.4 && wordsOf(row).length > LONG;

/** Minimum distance of headers from the text, relative to its size. */
const CLOSE = 0.35;

/** Minimum number of neighbours with a head at the same position. */
const MIN_COUNTED_PAGES = 2;
const MIN_SIMILAR_PAGES = 3;
/** Tolerance for the position of heads whose words change. */
const EXACT_PLACE = 2.5;
/** Minimum distance from the text, on every page, of heads without a number, relative to their size. */
const FAR = 0.9;

/** A running head whose words change between pages: a chapter title and the page number. */
function isMoving(row: Row, next: Row | undefined, others: readonly Edge[]): boolean {
  if (isAppendixNumber(wordsOf(row))) return false;
  if (next && (distance(row, next) < row.size * CLOSE || row.size > next.size + 0.1)) return false;
  const alike = others.flatMap(({ away, rows: [other, below], inside }) =>
    other && Math.abs(other.baseline - row.baseline) < EXACT_PLACE && Math.abs(other.size - row.size) < 0.3
      ? [{ away, other, below: below ?? inside }]
      : [],
  );
  const counting = alike.filter(({ away, other }) => counts(wordsOf(row), wordsOf(other), away));
  if (counting.length >= MIN_COUNTED_PAGES) return true;
  const apart = alike.filter(({ other, below }) => isHeadLike(other, below));
  return apart.length >= MIN_SIMILAR_PAGES && isHeadLike(row, next);
}

/** Whether a number at an end of both texts differs by the distance in pages. */
function counts(text: string, other: string, away: number): boolean {
  const numbers = outerNumbers(other);
  return outerNumbers(text).some((number) => numbers.includes(number + away));
}

const outerNumbers = (text: string): readonly number[] =>
  [/^\D{0,2}(\d{1,4})(?=\s|$)/, /(?:^|\s)\D{0,2}(\d{1,4})\D{0,2}$/].flatMap((end) => {
    const found = end.exec(text)?.[1];
    return found === undefined ? [] : [Number(found)];
  });

/** Not larger than the text, and far above it. */
const isHeadLike = (row: Row, next: Row | undefined): boolean =>
  next !== undefined && row.size < next.size + 0.1 && distance(row, next) > row.size * FAR && !isSentence(row) && !isItem(row);

/** The number of a form or appendix, `[붙임 1]` or `Appendix 2`, which starts one and is not on all of its pages. */
export function isAppendixNumber(text: string): boolean {
  return /^[[<(【〔「]?\s*(붙임|별지|별첨|첨부|별표|서식|부록|appendix|annex|attachment|exhibit|schedule)\s*(제\s*)?\d/i.test(
    text,
  );
}

/** Larger than the text below: a page title, even if another page's differs only in its number. */
const isTitleLike = (row: Row, next: Row | undefined): boolean => next !== undefined && row.size > next.size * 1.2;

const distance = (a: Row, b: Row): number => Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
const isItem = (row: Row): boolean =>
  /^\S{1,4}\s/.test(wordsOf(row)) && parseMarker(wordsOf(row).split(/\s/)[0] ?? '')?.kind === 'bullet';

const wordsOf = (row: Row): string => row.parts.map(textOf).join(' ').trim();

/** Text with its digits blanked, because page numbers differ between pages. */
const shapeOf = (text: string): string => text.replace(/\d+/g, '#').replace(/\b[ivxlc]+\b/g, '#');

const MAX_PAGE_NUMBER_LENGTH = 60;

/** A lone page number, with usual decorations: `3`, `- 3 -`, `3 / 12`, `Page 3 of 12`, `3쪽`. */
export function isPageNumber(text: string): boolean {
  return (
    text.length <= MAX_PAGE_NUMBER_LENGTH &&
    /^(page|p\.|쪽|페이지)?[\s\-–—|·.[(]*\d{1,4}[\s\-–—|·.\])]*((\/|of|중)\s*\d{1,4})?\s*(쪽|페이지)?$/i.test(text)
  );
}
