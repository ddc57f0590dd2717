import { bandsOf } from '@bakkum/document-layout/page/zones';
import type { HiddenWord } from '@bakkum/document-pages/hidden-text';
import { combine, type Matrix } from '@bakkum/document-pages/matrix';
import { type TypesetLine, typesetLines } from './page-content.ts';
import type { RecognizedPage } from './recognize.ts';

/** Words to write invisibly over the image of a page. */
export type TextLayer = {
  /** In reading order, in points from the lower left corner of the upright page. */
  readonly words: readonly HiddenWord[];
  /** Maps them to the page as it was read: rotated and slanted, in points from its lower left corner. */
  readonly matrix: Matrix;
};

/** Places the words of a page, and the spaces between them, on their image. @param dpi pixels per inch of the page */
export function textLayerOf(page: RecognizedPage, dpi: number): TextLayer {
  const [width, height] = [(page.width * 72) / dpi, (page.height * 72) / dpi];
  const words = inReadingOrder(typesetLines(page, dpi)).flatMap((line) => hiddenWords(line, height));
  return { words, matrix: combine(slanted(page.angle, width, height), turned(page.quarters, width, height)) };
}

function inReadingOrder(lines: readonly TypesetLine[]): readonly TypesetLine[] {
  const placed = lines.map((line) => ({ ...line.box, textSize: line.size, baseline: line.baseline, line }));
  return bandsOf(placed).flatMap(({ columns }) => columns.flat().flatMap(({ items }) => items.map(({ line }) => line)));
}

/** Programs guess spaces from gaps, which differ between fonts, so spaces are written as characters that fill the gaps. */
function hiddenWords({ words, baseline, size }: TypesetLine, height: number): HiddenWord[] {
  const place = { baseline: height - baseline, size };
  return words.flatMap(({ text, left, right }, index): HiddenWord[] => {
    const word = { ...place, text, left, width: right - left };
    const next = words[index + 1];
    if (!next || next.isGlued) return [word];
    return [word, { ...place, text: ' ', left: right, width: Math.max(MIN_SPACE * size, next.left - right) }];
  });
}

/** Width of a space between words whose boxes touch, relative to the font size. */
const MIN_SPACE = 0.05;

/** Rotates about the middle of the page, counterclockwise. */
function slanted(degrees: number, width: number, height: number): Matrix {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [x, y] = [width / 2, height / 2];
  return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos];
}

/** Undoes the quarter turns, clockwise, that made a page upright. @param width of the upright page */
function turned(quarters: number, width: number, height: number): Matrix {
  switch (quarters) {
    case 1:
      return [0, 1, -1, 0, height, 0];
    case 2:
      return [-1, 0, 0, -1, width, height];
    case 3:
      return [0, -1, 1, 0, 0, width];
    default:
      return [1, 0, 0, 1, 0, 0];
  }
}
