import { ConversionError } from '../errors.ts';

/** One page of the result: its page in the source (`undefined` for a blank page), and its clockwise rotation in degrees. */
export type PageEntry = { readonly index: number | undefined; readonly turn: Turn };
export type Turn = 0 | 90 | 180 | 270;

/** Maximum pages of one result. A page can be repeated, so a short list could request millions. */
export const MAX_PAGES = 20_000;

/** Matches one part without white space. */
const ENTRY = /^(\d+)?(?:(-)(\d+)?)?(?:@(90|180|270|0))?$/;
const BLANK = /^blank(?:@(90|180|270|0))?$/i;

/**
 * Parses a page list such as `3, 1-2, blank, 8-, 5@90` into entries in that order; empty means all pages. `8-` runs to the end,
 * `4-1` counts down, `blank` inserts an empty page, `@90` rotates the pages of its part, and `@90` alone rotates all pages.
 * @returns the entries of each separate file: of each group if the list has semicolons (`3, 1; 2`), otherwise of each part
 * @throws ConversionError `invalid-options` for invalid syntax or if no page is left, `too-large` above 20,000 pages.
 */
export function parsePageList(text: string, count: number): readonly (readonly PageEntry[])[] {
  if (text.trim() === '') return [range(1, count, 0)];
  const files: PageEntry[][] = [];
  let total = 0;
  for (const parts of groupsOf(text)) {
    const file: PageEntry[] = [];
    for (const part of parts) {
      const entries = parsePart(part.replaceAll(/\s/g, ''), text, count);
      total += entries.length;
      if (total > MAX_PAGES) throw new ConversionError('too-large', `more than ${MAX_PAGES} pages`);
      for (const entry of entries) file.push(entry);
    }
    if (file.length > 0) files.push(file);
  }
  if (!files.some((file) => file.some(({ index }) => index !== undefined)))
    throw new ConversionError('invalid-options', `no page of ${count} is in ${text}`);
  return files;
}

/** The parts of each separate file. */
function groupsOf(text: string): readonly (readonly string[])[] {
  if (text.includes(';')) return text.split(';').map((group) => group.split(','));
  return text.split(',').map((part) => [part]);
}

function parsePart(part: string, text: string, count: number): readonly PageEntry[] {
  const blank = BLANK.exec(part);
  if (blank) return [{ index: undefined, turn: turnOf(blank[1]) }];
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

/** Formats the pages of each file as a list with ranges; empty for one file of all pages in their original order. */
export function writePageList(files: readonly (readonly PageEntry[])[], count: number): string {
  const pages = files.flat();
  const isWhole = files.length === 1 && pages.length === count;
  if (isWhole && pages.every(({ index, turn }, at) => index === at && turn === 0)) return '';
  return files.map(writeFile).join(';');
}

function writeFile(pages: readonly PageEntry[]): string {
  const runs: { readonly first: number | undefined; last: number; readonly turn: Turn }[] = [];
  for (const { index, turn } of pages) {
    const run = runs.at(-1);
    if (run && run.first !== undefined && run.turn === turn && run.last + 1 === index) run.last = index;
    else runs.push({ first: index, last: index ?? 0, turn });
  }
  return runs.map(({ first, last, turn }) => `${spell(first, last)}${turn === 0 ? '' : `@${turn}`}`).join();
}

function spell(first: number | undefined, last: number): string {
  if (first === undefined) return 'blank';
  return last > first ? `${first + 1}-${last + 1}` : `${first + 1}`;
}
