import type { Box, FontFace, Glyph, PageContent, Rule } from '@bakkum/document-layout/page-content';
import type { PixelBox } from './grey-image.ts';
import type { RecognizedLine, RecognizedPage } from './recognize.ts';
import type { ReadWord } from './tesseract.ts';

/** Words below this confidence in percent are reported for checking. */
const CERTAIN = 70;
/** A page with fewer certain words, or fewer letters in them, is an image. */
const MIN_WORDS = 2;
const MIN_LETTERS = 8;

/** Number of uncertain words, and whether the page is text. */
export type RecognizedText = { readonly uncertain: number; readonly isText: boolean };

/** Counts the words of a page and decides whether it is text at all. */
export function textOf({ lines }: RecognizedPage): RecognizedText {
  const words = lines.flatMap((line) => line.words);
  const certain = words.filter(({ confidence }) => confidence >= CERTAIN);
  const letters = certain.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  const isText = certain.length >= MIN_WORDS && letters >= MIN_LETTERS && certain.length * 3 >= words.length;
  return { uncertain: words.length - certain.length, isText };
}

const FACE: FontFace = { family: '', bold: false, italic: false, kind: 'sans' };
const COLOUR = '#000000';
/** Sizes within this ratio are the same size. */
const SAME_SIZE = 1.13;
/** Images smaller than this, in points, are treated as dirt. */
const MIN_PICTURE = 36;

/**
 * Describes a recognized page for the layout analyser, in points.
 * @param dpi pixels per inch of the page
 * @param marksUncertain whether words below `CERTAIN` are marked for checking
 */
export function contentOf(page: RecognizedPage, dpi: number, marksUncertain = false): PageContent {
  const scale = 72 / dpi;
  const placed = (box: PixelBox): Box => scaledBox(box, scale);
  const picture = (box: Box): boolean => box.right - box.left >= MIN_PICTURE && box.bottom - box.top >= MIN_PICTURE;
  return {
    width: page.width * scale,
    height: page.height * scale,
    glyphs: typesetLines(page, dpi).flatMap((line) => glyphsOf(line, marksUncertain)),
    rules: [
      ...page.rules.horizontal.map((line) => horizontalRule(placed(line))),
      ...page.rules.vertical.map((line) => verticalRule(placed(line))),
    ],
    fills: [],
    drawings: page.quarters === 0 ? page.pictures.map(placed).filter(picture) : [],
    pictures: [],
    links: [],
    roles: new Map(),
  };
}

function horizontalRule({ left, right, top, bottom }: Box): Rule {
  const middle = (top + bottom) / 2;
  return { left, right, top: middle, bottom: middle, thickness: bottom - top, colour: COLOUR };
}

function verticalRule({ left, right, top, bottom }: Box): Rule {
  const middle = (left + right) / 2;
  return { left: middle, right: middle, top, bottom, thickness: right - left, colour: COLOUR };
}

/** Height of a font relative to the ink of a line, by the letters in it. */
const ASCENDING = /[A-Zbdfhklt0-9\u3131-\ud7af()[\]{}|/!?"'“”‘’]/;
const DESCENDING = /[gjpqy()[\]{}|,;]/;
const HANGUL = /[\u3131-\ud7af]/;

/** Returns how far a line of this text extends above and below the baseline, relative to the font size. */
function extentOf(text: string): { readonly above: number; readonly below: number } {
  if (HANGUL.test(text)) return { above: 0.8, below: 0.1 };
  return { above: ASCENDING.test(text) ? 0.73 : 0.52, below: DESCENDING.test(text) ? 0.21 : 0 };
}

const textIn = ({ words }: RecognizedLine): string => words.map(({ text }) => text).join(' ');

/** Returns the font size of lines in pixels. Sizes that differ only by measurement errors are merged. */
function sizesOf(lines: readonly RecognizedLine[]): (line: RecognizedLine) => number {
  const measured = lines.map((line) => {
    const { above, below } = extentOf(textIn(line));
    return { line, size: (line.bottom - line.top) / (above + below), letters: textIn(line).length };
  });
  const groups: { line: RecognizedLine; size: number; letters: number }[][] = [];
  for (const one of measured.toSorted((a, b) => b.letters - a.letters)) {
    const home = groups.find(([first]) => first && ratioOf(first.size, one.size) < SAME_SIZE);
    if (home) home.push(one);
    else groups.push([one]);
  }
  const sizes = new Map(groups.flatMap((group) => group.map(({ line }) => [line, group[0]?.size ?? 0] as const)));
  return (line) => sizes.get(line) ?? line.bottom - line.top;
}

const ratioOf = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b);

/** A line with the baseline and font size that its ink suggests. */
export type TypesetLine = {
  readonly words: readonly ReadWord[];
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
};

/** Returns the lines of a page in points from the top left of the upright page. @param dpi pixels per inch of the page */
export function typesetLines({ lines }: RecognizedPage, dpi: number): readonly TypesetLine[] {
  const scale = 72 / dpi;
  const sizeOf = sizesOf(lines);
  return lines.map((line) => {
    const pixels = sizeOf(line);
    return {
      words: line.words.map((word) => ({ ...word, ...scaledBox(word, scale) })),
      box: scaledBox(line, scale),
      baseline: (line.bottom - extentOf(textIn(line)).below * pixels) * scale,
      size: Math.max(1, Math.round(pixels * scale * 2) / 2),
    };
  });
}

function scaledBox({ left, top, right, bottom }: PixelBox, scale: number): Box {
  return { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale };
}

function glyphsOf({ words, baseline, size }: TypesetLine, marksUncertain: boolean): Glyph[] {
  const shared = { baseline, size, font: FACE, colour: COLOUR, angle: 0, mark: -1, invisible: false };
  const [top, bottom] = [baseline - size * 0.9, baseline + size * 0.25];
  const placed = apart(words, size);
  return placed.flatMap((word, index) => {
    const next = placed[index + 1];
    const mark = marksUncertain && word.confidence < CERTAIN ? { isUncertain: true } : {};
    const letters = lettersOf(word).map((letter) => ({ ...letter, ...shared, ...mark, top, bottom }));
    if (!next || next.isGlued) return letters;
    const [left, right] = [word.right, Math.max(word.right, next.left)];
    return [...letters, { ...shared, text: ' ', left, right, top, bottom }];
  });
}

/** Width of a space between words whose boxes touch or overlap, relative to the font size. */
const MIN_SPACE = 0.05;

/** Moves the left edges of words that overlap the word before. Their letters would otherwise be sorted before the space between them. */
function apart(words: readonly ReadWord[], size: number): readonly ReadWord[] {
  let end = Number.NEGATIVE_INFINITY;
  return words.map((word) => {
    const left = Math.max(word.left, word.isGlued ? end : end + size * MIN_SPACE);
    end = Math.max(word.right, left + size * MIN_SPACE);
    return { ...word, left, right: end };
  });
}

/** Divides the width of a word among its letters. */
function lettersOf({ text, left, right }: ReadWord): { text: string; left: number; right: number }[] {
  const letters = [...text];
  const widths = letters.map(widthOf);
  const unit = (right - left) / widths.reduce((sum, width) => sum + width, 0);
  let at = left;
  return letters.map((letter, index) => {
    const from = at;
    at += unit * (widths[index] ?? 1);
    return { text: letter, left: from, right: at };
  });
}

function widthOf(letter: string): number {
  if (HANGUL.test(letter) || /[\u3000-\u9fff\uff00-\uffef]/.test(letter)) return 1;
  if (/[ilj.,:;'!|]/.test(letter)) return 0.25;
  return /[mwMW]/.test(letter) ? 0.8 : 0.5;
}
