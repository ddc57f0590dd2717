import { ConversionError } from './errors.ts';

/** One page of the result: its page in the source, and its clockwise rotation in degrees. */
export type PageEntry = { readonly index: number; readonly turn: Turn };
export type Turn = 0 | 90 | 180 | 270;

/** Maximum pages of one result. A page can be repeated, so a short list could request millions. */
export const MAX_PAGES = 20_000;

/** Matches one part without white space. */
const ENTRY = /^(\d+)?(?:(-)(\d+)?)?(?:@(90|180|270|0))?$/;

/**
 * Parses a page list such as `3, 1-2, 8-, 5@90` to entries in that order; empty means all pages. `8-` runs to the end, `4-1` counts
 * down, `@90` rotates the pages of its part, and `@90` alone rotates all pages.
 * @returns the entries of each part, so that each part can become a separate file
 * @throws ConversionError `invalid-options` for invalid syntax or if no page is left, `too-large` above 20,000 pages.
 */
export function parsePageList(text: string, count: number): readonly (readonly PageEntry[])[] {
  if (text.trim() === '') return [range(1, count, 0)];
  const parts: (readonly PageEntry[])[] = [];
  let total = 0;
  for (const part of text.split(',')) {
    const entries = parsePart(part.replaceAll(/\s/g, ''), text, count);
    total += entries.length;
    if (total > MAX_PAGES) throw new ConversionError('too-large', `more than ${MAX_PAGES} pages`);
    if (entries.length > 0) parts.push(entries);
  }
  if (total === 0) throw new ConversionError('invalid-options', `no page of ${count} is in ${text}`);
  return parts;
}

function parsePart(part: string, text: string, count: number): readonly PageEntry[] {
  const [, first, dash, last, degrees] = ENTRY.exec(part) ?? [];
  const turn = turnOf(degrees);
  if (first === undefined && last === undefined) {
    if (dash === undefined && degrees !== undefined) return range(1, count, turn);
    throw new ConversionError('invalid-options', `pages ${text}`);
  }
  const from = Number(first ?? 1);
  return range(from, dash === undefined ? from : Number(last ?? Math.max(from, count)), turn, count);
}

/** Returns a range of page numbers, without pages that the document does not have. */
function range(from: number, to: number, turn: Turn, count = Math.max(from, to)): readonly PageEntry[] {
  const [low, high] = [Math.max(1, Math.min(from, to)), Math.min(count, Math.max(from, to))];
  const up = Array.from({ length: Math.max(0, high - low + 1) }, (_, at): PageEntry => ({ index: low - 1 + at, turn }));
  return from <= to ? up : up.toReversed();
}

function turnOf(degrees: string | undefined): Turn {
  if (degrees === '90') return 90;
  if (degrees === '180') return 180;
  return degrees === '270' ? 270 : 0;
}

/** Formats pages as a list with ranges; empty for all pages in their original order. */
export function writePageList(pages: readonly PageEntry[], count: number): string {
  if (pages.length === count && pages.every(({ index, turn }, at) => index === at && turn === 0)) return '';
  const runs: { first: number; last: number; readonly turn: Turn }[] = [];
  for (const { index, turn } of pages) {
    const run = runs.at(-1);
    if (run && run.turn === turn && run.last + 1 === index) run.last = index;
    else runs.push({ first: index, last: index, turn });
  }
  return runs
    .map(({ first, last, turn }) => `${first + 1}${last > first ? `-${last + 1}` : ''}${turn === 0 ? '' : `@${turn}`}`)
    .join();
}
