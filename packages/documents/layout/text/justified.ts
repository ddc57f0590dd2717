import { type Glyph, union } from '../page-content.ts';
import { isEastAsian } from './script.ts';
import type { Segment } from './segments.ts';

/** Gaps of a justified line differ by less than this, in points. */
const EQUAL = 0.8;
/** Minimum number of equal gaps in a row. */
const MIN_GAPS = 3;
/** Wider gaps, relative to the text size, are between columns. */
const MAX_GAP_WIDTH = 3.2;

/** Wider gaps between spread letters, relative to the text size, are between columns. */
const MAX_SPREAD = 1.6;
/** A gap between spread letters that exceeds the usual one by this, relative to the text size, is a space. */
const MIN_SPACE = 0.2;

/** Joins the words of justified lines whose words seem isolated: all gaps of such a line are equal. */
export function joinJustified(segments: readonly Segment[]): readonly Segment[] {
  const lines = Map.groupBy(segments, ({ baseline }) => Math.round(baseline * 2));
  return [...lines.values()].flatMap((line) => (line.length > MIN_GAPS ? joinLine(line) : line));
}

function joinLine(line: readonly Segment[]): readonly Segment[] {
  const sorted = line.toSorted((a, b) => a.left - b.left);
  if (isSpread(sorted)) return [joinedLetters(sorted)];
  const result: Segment[] = [];
  for (let start = 0; start < sorted.length; ) {
    const end = runEnd(sorted, start);
    const run = sorted.slice(start, end);
    result.push(...(run.length > MIN_GAPS ? [joined(run)] : sorted.slice(start, start + 1)));
    start = run.length > MIN_GAPS ? end : start + 1;
  }
  return result;
}

const gapsOf = (sorted: readonly Segment[]): readonly number[] =>
  sorted.slice(1).map(({ left }, index) => left - (sorted[index]?.right ?? left));

/** Whether a line is set so wide that its letters seem to be words: most of them are single East Asian letters. */
function isSpread(sorted: readonly Segment[]): boolean {
  const letters = sorted.filter(({ glyphs: [letter, ...more] }) => letter && more.length === 0 && isEastAsian(letter.text));
  if (letters.length * 3 < sorted.length * 2) return false;
  return gapsOf(sorted).every((gap, index) => gap >= 0 && gap < (sorted[index]?.size ?? 0) * MAX_SPREAD);
}

function joinedLetters(sorted: readonly Segment[]): Segment {
  const gaps = gapsOf(sorted);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0;
  return joined(sorted, (above, gap) => above.spaceAfter || gap > usual + above.size * MIN_SPACE);
}

/** End index of the segments from `start` on that have equal gaps. */
function runEnd(sorted: readonly Segment[], start: number): number {
  const gapAfter = (index: number): number => (sorted[index + 1]?.left ?? Number.POSITIVE_INFINITY) - (sorted[index]?.right ?? 0);
  const gap = gapAfter(start);
  const size = sorted[start]?.size ?? 0;
  if (gap > size * MAX_GAP_WIDTH || gap < 0) return start + 1;
  let end = start + 1;
  while (end < sorted.length && Math.abs(gapAfter(end - 1) - gap) < EQUAL && isProse(sorted[end])) end += 1;
  return end;
}

/** Numbers have equal gaps in tables, too. */
function isProse(segment: Segment | undefined): boolean {
  return segment?.glyphs.some(({ text }) => /\p{L}/u.test(text)) ?? false;
}

function joined(run: readonly Segment[], isSpace: (above: Segment, gap: number) => boolean = () => true): Segment {
  const glyphs = run.flatMap((segment, index): readonly Glyph[] => {
    const [first] = segment.glyphs;
    const above = run[index - 1];
    if (!first || !above || !isSpace(above, segment.left - above.right)) return segment.glyphs;
    return [{ ...first, text: ' ', left: above.right, right: segment.left }, ...segment.glyphs];
  });
  const longest = run.reduce((best, one) => (one.glyphs.length > best.glyphs.length ? one : best));
  return { ...longest, ...union(run), glyphs, spaceAfter: run.at(-1)?.spaceAfter ?? false };
}
