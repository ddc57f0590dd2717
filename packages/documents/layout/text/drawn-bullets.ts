import { type Box, type Fill, type Glyph, heightOf, type PageContent, widthOf } from '../page-content.ts';

/** Size of the dots that browsers draw as list bullets, in points. */
const MIN_SIZE = 1.5;
const MAX_SIZE = 8;
/** Maximum distance between a dot and its text, relative to the text size. */
const REACH = 2.5;

/** Converts dots drawn in front of lines to characters, and returns the page without them. */
export function readBullets(
  content: PageContent,
  glyphs: readonly Glyph[],
): { readonly content: PageContent; readonly bullets: readonly Glyph[] } {
  const dots = content.drawings.filter(isDot);
  const squares = content.fills.filter(isDot);
  if (dots.length + squares.length === 0) return { content, bullets: [] };
  const found = new Map<Box, Glyph>();
  const read = (boxes: readonly Box[], text: string): void => {
    for (const dot of boxes) {
      const bullet = bulletOf(dot, text, glyphs);
      if (bullet && !isKey(dot, bullet)) found.set(dot, bullet);
    }
  };
  read(dots, '•');
  read(squares, '▪');
  const rest = {
    ...content,
    drawings: content.drawings.filter((one) => !found.has(one)),
    fills: content.fills.filter((one) => !found.has(one)),
  };
  return { content: rest, bullets: [...found.values()] };
}

/** A square in another colour than its text belongs to the legend of a chart. */
const isKey = (dot: Box | Fill, { colour }: Glyph): boolean => 'colour' in dot && dot.colour !== colour;

function isDot(box: Box): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  return width >= MIN_SIZE && width <= MAX_SIZE && Math.abs(width - height) < 1;
}

function bulletOf(dot: Box, text: string, glyphs: readonly Glyph[]): Glyph | undefined {
  const middle = (dot.top + dot.bottom) / 2;
  const beside = glyphs.filter(
    (glyph) => glyph.text !== ' ' && glyph.angle === 0 && middle < glyph.baseline && middle > glyph.baseline - glyph.size * 0.75,
  );
  const after = beside.filter(({ left, size }) => left > dot.right && left - dot.right < size * REACH);
  const before = beside.some(({ right, size }) => right <= dot.left + 1 && dot.left - right < size * 3);
  const [first] = after.toSorted((a, b) => a.left - b.left);
  if (!first || before) return undefined;
  return {
    ...first,
    text,
    left: dot.left,
    right: dot.right,
    top: first.top,
    bottom: first.bottom,
    underlined: false,
    struck: false,
  };
}
