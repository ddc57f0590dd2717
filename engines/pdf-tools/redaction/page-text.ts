import type { Pdfium } from '@bakkum/document-pdfium/program';
import type { Box } from '../pages/boxes.ts';
import { comparable } from './request.ts';

/** Characters of a page with their places, in the units of the page. */
export type PageText = {
  /** Comparable text; each code unit belongs to the character of the same index in `places`. */
  readonly text: string;
  readonly places: readonly (Box | undefined)[];
};

const SOFT_HYPHEN = 0xad;

/** Reads the text of a page as PDFium extracts it. */
export function readPageText(pdfium: Pdfium, page: number): PageText {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  const places: (Box | undefined)[] = [];
  let text = '';
  try {
    const count = call.FPDFText_CountChars(textPage);
    for (let at = 0; at < count; at += 1) {
      const code = call.FPDFText_GetUnicode(textPage, at);
      if (code === 0 || code === SOFT_HYPHEN || code > 0x10ffff) continue;
      const letters = comparable(String.fromCodePoint(code));
      const place = placeOf(pdfium, textPage, at);
      for (let unit = 0; unit < letters.length; unit += 1) places.push(place);
      text += letters;
    }
  } finally {
    call.FPDFText_ClosePage(textPage);
  }
  return { text, places };
}

function placeOf({ call, scratch, view }: Pdfium, textPage: number, at: number): Box | undefined {
  if (call.FPDFText_GetLooseCharBox(textPage, at, scratch) === 0) return undefined;
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view().getFloat32(scratch + offset, true));
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  return right > left && top > bottom ? { x: left, y: bottom, width: right - left, height: top - bottom } : undefined;
}

/** Returns a box for each occurrence of the terms, or one per line if it spans several lines. */
export function findTerms({ text, places }: PageText, terms: readonly string[]): readonly Box[] {
  return terms.flatMap((term) => {
    const found: Box[] = [];
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length))
      found.push(...joined(places.slice(at, at + term.length)));
    return found;
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
export function hasTextIn({ text, places }: PageText, boxes: readonly Box[]): boolean {
  return places.some((place, at) => {
    if (!place || text[at] === undefined) return false;
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
    return boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
  });
}
