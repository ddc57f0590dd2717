/** Headers and footers: lines that repeat in the margins of pages and interrupt the text at the end of each page. */
import type { Box } from '@bakkum/document-pdfium/geometry';
import { textOf, type Word } from './words.ts';

export type TextPage = { readonly words: readonly Word[]; readonly height: number };

/** A header or footer with its occurrences. `pattern` leaves out numbers that differ between pages, such as page numbers. */
export type RunningLine = { readonly pattern: string; readonly isTop: boolean; readonly lines: readonly (readonly Word[])[] };

export type Separated = { readonly body: readonly Word[]; readonly running: readonly RunningLine[] };

/** Height of the top margin, and of the bottom margin, as a share of the page height. */
const MARGIN = 0.12;
/** Minimum share of a document's pages that have the same line. Below a half, because headers often alternate between left and right pages. */
const MIN_SHARE = 0.3;
const MIN_PAGES = 2;
/** Maximum lines in a margin with headers or footers. Bounds the time for pages that are covered with tiny text. */
const MAX_LINES = 100;

type MarginLine = { readonly words: readonly Word[]; readonly shape: string; readonly isTop: boolean };

/** Separates headers and footers from the text of both documents. A header or footer of one document is taken out of the other, too. */
export function separateRunningLines(
  before: readonly TextPage[],
  after: readonly TextPage[],
): { readonly before: Separated; readonly after: Separated } {
  const [linesBefore, linesAfter] = [marginLines(before), marginLines(after)];
  const shapes = new Set([...runningShapes(linesBefore, before.length), ...runningShapes(linesAfter, after.length)]);
  return { before: separated(before, linesBefore, shapes), after: separated(after, linesAfter, shapes) };
}

function separated(pages: readonly TextPage[], lines: readonly MarginLine[], shapes: ReadonlySet<string>): Separated {
  const running = lines.filter(({ shape }) => shapes.has(shape));
  const taken = new Set(running.flatMap(({ words }) => words));
  return {
    body: pages.flatMap(({ words }) => words.filter((word) => !taken.has(word))),
    running: [...Map.groupBy(running, ({ shape }) => shape).values()].map((alike) => ({
      pattern: patternOf(alike),
      isTop: alike[0]?.isTop ?? true,
      lines: alike.map(({ words }) => words),
    })),
  };
}

function marginLines(pages: readonly TextPage[]): readonly MarginLine[] {
  return pages.flatMap(({ words, height }) => {
    const top = words.filter(({ boxes: [box] }) => box && box.bottom < height * MARGIN);
    const bottom = words.filter(({ boxes: [box] }) => box && box.top > height * (1 - MARGIN));
    return [...linesOf(top).map((line) => marginLine(line, true)), ...linesOf(bottom).map((line) => marginLine(line, false))];
  });
}

function marginLine(words: readonly Word[], isTop: boolean): MarginLine {
  return { words, isTop, shape: `${isTop ? 'top' : 'bottom'} ${textOf(words).replaceAll(/\d+/g, '#')}` };
}

/** Groups words at the same height, at any distance. Returns no lines if there are more than headers have. */
function linesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const lines: { readonly box: Box; readonly words: Word[] }[] = [];
  for (const word of words) {
    const [box] = word.boxes;
    const line = box && lines.findLast((other) => isLevel(other.box, box));
    if (line) line.words.push(word);
    else if (box && lines.push({ box, words: [word] }) > MAX_LINES) return [];
  }
  return lines.map((line) => line.words);
}

function isLevel(one: Box, other: Box): boolean {
  const common = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return common > Math.min(one.bottom - one.top, other.bottom - other.top) / 2;
}

function runningShapes(lines: readonly MarginLine[], pageCount: number): readonly string[] {
  const pagesOf = Map.groupBy(lines, ({ shape }) => shape);
  return [...pagesOf].flatMap(([shape, alike]) => {
    const pages = new Set(alike.map(({ words }) => words[0]?.page)).size;
    return pages >= MIN_PAGES && pages >= pageCount * MIN_SHARE ? [shape] : [];
  });
}

/** The text, with `#` for numbers that differ between the lines. */
function patternOf(alike: readonly MarginLine[]): string {
  const texts = alike.map(({ words }) => textOf(words));
  const numbers = texts.map((text) => text.match(/\d+/g) ?? []);
  let at = -1;
  return (texts[0] ?? '').replaceAll(/\d+/g, (own) => {
    at += 1;
    return numbers.every((all) => all[at] === own) ? own : '#';
  });
}
