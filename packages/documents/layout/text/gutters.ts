import { type Box, type Glyph, shared } from '../page-content.ts';

/** White space between columns whose lines are close enough to read as one. `left` to `right` spans it. */
export type Gutter = Box;

/** Narrower gaps, relative to the text size, are between words. */
const MIN_GAP_WIDTH = 0.6;
/** Minimum number of lines starting at the same position for a column. */
const MIN_LINES = 6;
const SAME_EDGE = 1;
/** Minimum number of these lines with words on both sides. */
const MIN_TWO_SIDED_LINES = 3;
/** Narrower text, relative to its size, is a number or a mark in front of other text. */
const MIN_COLUMN_WIDTH = 6;
/** Maximum fraction of lines that may cross a gutter. */
const MAX_CROSSING_SHARE = 0.15;

/** White space before a word; starts at minus infinity for the first word of a line. */
type Gap = Box;
type Line = { readonly glyphs: readonly Glyph[]; readonly top: number; readonly bottom: number; readonly baseline: number };

/** Finds white space, as wide as a stretched word space, that is aligned over many lines. */
export function guttersOf(glyphs: readonly Glyph[]): readonly Gutter[] {
  const lines = linesOf(glyphs.filter(({ text, angle }) => text !== ' ' && angle === 0));
  const gaps = lines.flatMap(gapsOf).toSorted((a, b) => a.right - b.right);
  const gutters: Gutter[] = [];
  for (let start = 0; start < gaps.length; ) {
    const first = gaps[start];
    let end = start + 1;
    while (first && (gaps[end]?.right ?? Number.POSITIVE_INFINITY) - first.right < SAME_EDGE) end += 1;
    const aligned = gaps.slice(start, end);
    if (aligned.length >= MIN_LINES) gutters.push(...stretchesOf(aligned, lines));
    start = end;
  }
  return gutters;
}

function linesOf(glyphs: readonly Glyph[]): readonly Line[] {
  const lines = Map.groupBy(glyphs, ({ baseline }) => Math.round(baseline * 2));
  return [...lines.values()].map((own) => ({
    glyphs: own.toSorted((a, b) => a.left - b.left),
    top: Math.min(...own.map(({ top }) => top)),
    bottom: Math.max(...own.map(({ bottom }) => bottom)),
    baseline: own[0]?.baseline ?? 0,
  }));
}

function gapsOf({ glyphs, top, bottom }: Line): readonly Gap[] {
  let right = Number.NEGATIVE_INFINITY;
  let runStart = 0;
  return glyphs.flatMap((glyph) => {
    const before = right;
    right = Math.max(right, glyph.right);
    const isStart = !Number.isFinite(before);
    if (!isStart && glyph.left - before <= glyph.size * MIN_GAP_WIDTH) return [];
    const isColumn = isStart || before - runStart > glyph.size * MIN_COLUMN_WIDTH;
    runStart = glyph.left;
    return isColumn ? [{ left: before, right: glyph.left, top, bottom }] : [];
  });
}

/** Aligned gaps, split where lines cross them; stretches with too few lines are dropped. */
function stretchesOf(gaps: readonly Gap[], lines: readonly Line[]): readonly Gutter[] {
  const right = Math.min(...gaps.map((gap) => gap.right));
  const double = gaps.map(({ left }) => left).filter(Number.isFinite);
  if (double.length < MIN_TWO_SIDED_LINES) return [];
  const narrowest = Math.max(...double.toSorted((a, b) => a - b).slice(0, Math.ceil(double.length * 0.9)));
  const crossing = lines.filter(({ glyphs }) => glyphs.some((glyph) => glyph.left < right - 1 && glyph.right > narrowest + 1));
  const sorted = gaps.toSorted((a, b) => a.top - b.top);
  const stretches: Gap[][] = [];
  for (const gap of sorted) {
    const stretch = stretches.at(-1);
    const last = stretch?.at(-1);
    const between = last
      ? crossing.filter(({ top, bottom }) => (top + bottom) / 2 > last.top && (top + bottom) / 2 < gap.bottom)
      : [];
    if (stretch && between.length <= stretch.length * MAX_CROSSING_SHARE) stretch.push(gap);
    else stretches.push([gap]);
  }
  return stretches
    .filter(
      (stretch) =>
        stretch.length >= MIN_LINES && stretch.filter(({ left }) => Number.isFinite(left)).length >= MIN_TWO_SIDED_LINES,
    )
    .map((stretch) => ({
      left: narrowest,
      right,
      top: Math.min(...stretch.map(({ top }) => top)),
      bottom: Math.max(...stretch.map(({ bottom }) => bottom)),
    }));
}

/** Whether a gutter separates two characters of a line. */
export function isDivided(gutters: readonly Gutter[], last: Glyph, next: Glyph): boolean {
  if (gutters.length === 0) return false;
  const y = last.baseline - last.size * 0.3;
  return gutters.some(
    ({ left, right, top, bottom }) =>
      y > top &&
      y < bottom &&
      shared(left, right, last.right, next.left) > (right - left) * 0.5 &&
      next.left >= right - SAME_EDGE,
  );
}
