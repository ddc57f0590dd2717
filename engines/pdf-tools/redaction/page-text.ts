import { append } from '@bakkum/bytes/long-lists';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import type { Box } from '../pages/boxes.ts';
import { comparable } from './request.ts';

/** A character of a page, as comparable text, with its place in the units of the page. */
type Letter = {
  readonly text: string;
  readonly place: Box | undefined;
  /** A hyphen at the end of a line, which may have been added when the word was broken. */
  readonly isLineEnd: boolean;
};

/** Characters of a page in the order in which PDFium extracts them. */
export type PageText = readonly Letter[];

/** PDFium's code for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2;

/** Reads the text of a page as PDFium extracts it. */
export function readPageText(pdfium: Pdfium, page: number): PageText {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  const letters: Letter[] = [];
  try {
    const count = call.FPDFText_CountChars(textPage);
    const codeAt = (at: number): number => (at < count ? call.FPDFText_GetUnicode(textPage, at) : 0);
    for (let at = 0; at < count; at += 1) {
      const code = codeAt(at);
      if (code === 0 || code > 0x10ffff) continue;
      const text = code === LINE_END_HYPHEN ? '-' : comparable(String.fromCodePoint(code));
      if (text === '') continue;
      const isLineEnd = text === '-' && (code === LINE_END_HYPHEN || /\s/.test(String.fromCharCode(codeAt(at + 1))));
      letters.push({ text, place: placeOf(pdfium, textPage, at), isLineEnd });
    }
  } finally {
    call.FPDFText_ClosePage(textPage);
  }
  return letters;
}

function placeOf({ call, scratch, view }: Pdfium, textPage: number, at: number): Box | undefined {
  if (call.FPDFText_GetLooseCharBox(textPage, at, scratch) === 0) return undefined;
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view().getFloat32(scratch + offset, true));
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  return right > left && top > bottom ? { x: left, y: bottom, width: right - left, height: top - bottom } : undefined;
}

export type Found = {
  /** A box for each occurrence of a term, or one per line if it spans several lines. */
  readonly boxes: readonly Box[];
  readonly terms: ReadonlySet<string>;
  /** Whether a letter of an occurrence has no position, so that no box covers it. */
  readonly isUnplaced: boolean;
};

/** Finds the terms in the order of the content, also across words broken with a hyphen, and in the order of the places on the page. */
export function findTerms(letters: PageText, terms: readonly string[]): Found {
  const boxes: Box[] = [];
  const found = new Set<string>();
  const seen = new Set<string>();
  let isUnplaced = false;
  for (const reading of [letters, letters.filter(({ isLineEnd }) => !isLineEnd), byPlace(letters)]) {
    for (const { term, hit } of occurrences(reading, terms)) {
      found.add(term);
      isUnplaced ||= hit.some(({ place }) => !place);
      const added = joined(hit.map(({ place }) => place)).filter((box) => !seen.has(keyOf(box)));
      for (const box of added) seen.add(keyOf(box));
      append(boxes, added);
    }
  }
  return { boxes, terms: found, isUnplaced };
}

const keyOf = ({ x, y, width, height }: Box): string => [x, y, width, height].join();

type Occurrence = { readonly term: string; readonly hit: readonly Letter[] };

function occurrences(reading: readonly Letter[], terms: readonly string[]): readonly Occurrence[] {
  const text = reading.map((letter) => letter.text).join('');
  // The letter of each code unit.
  const owners = reading.flatMap((letter, at) => Array.from({ length: letter.text.length }, () => at));
  return terms.flatMap((term) => {
    const hits: Occurrence[] = [];
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length))
      hits.push({ term, hit: reading.slice(owners[at], (owners[at + term.length - 1] ?? 0) + 1) });
    return hits;
  });
}

/** Separates texts that are not beside each other. Comparable terms have no control characters. */
const GAP: Letter = { text: '\0', place: undefined, isLineEnd: false };

/** Letters from left to right on each line, because some programs write the parts of a line in another order. */
function byPlace(letters: PageText): readonly Letter[] {
  const placed = letters.flatMap((letter) => (letter.place ? [{ letter, place: letter.place }] : []));
  const middle = ({ y, height }: Box): number => y + height / 2;
  const lines: (typeof placed)[] = [];
  for (const each of placed.toSorted((one, other) => middle(other.place) - middle(one.place))) {
    const line = lines.at(-1);
    const first = line?.[0]?.place;
    if (line && first && middle(first) - middle(each.place) < Math.min(first.height, each.place.height) / 2) line.push(each);
    else lines.push([each]);
  }
  return lines.flatMap((line) => {
    const inOrder = line.toSorted((one, other) => one.place.x - other.place.x);
    const parts = inOrder.flatMap(({ letter, place }, at) => {
      const before = inOrder[at - 1]?.place;
      return before && !isBeside(before, place) ? [GAP, letter] : [letter];
    });
    return [...parts, GAP];
  });
}

/** Merges adjacent letters on a line into one box. */
function joined(places: readonly (Box | undefined)[]): readonly Box[] {
  const boxes: Box[] = [];
  for (const place of places) {
    const last = boxes.at(-1);
    if (!place) continue;
    if (last && isBeside(last, place)) boxes[boxes.length - 1] = around(last, place);
    else boxes.push(place);
  }
  return boxes;
}

function isBeside(one: Box, other: Box): boolean {
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  return overlap > Math.min(one.height, other.height) / 2 && gap < Math.max(one.height, other.height);
}

function around(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const top = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: top - y };
}

/** Whether the middle of a character is in one of the boxes. */
export function hasTextIn(letters: PageText, boxes: readonly Box[]): boolean {
  return letters.some(({ place }) => {
    if (!place) return false;
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
    return boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
  });
}
