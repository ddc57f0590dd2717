/** Describes differing words as changes, with their places on the pages. */
import type { Change, ChangedPart, ComparedArea } from '@bakkum/conversion/document-comparison';
import type { Box } from '@bakkum/document-pdfium/geometry';
import type { RunningLine } from '../text/running-lines.ts';
import { around, textOf, type Word } from '../text/words.ts';
import type { Move } from './moves.ts';
import type { Hunk, Range, Sequences } from './sequences.ts';

/** Returns the changes in the order of the second document. */
export function changesIn(hunks: readonly Hunk[], moves: readonly Move[], words: Sequences): readonly Change[] {
  const movedBefore = new Set(moves.flatMap(({ before, length }) => indexes(before, length)));
  const movedAfter = new Set(moves.flatMap(({ after, length }) => indexes(after, length)));
  const arrived = new Map(moves.map((move) => [move.after, move]));
  return hunks.flatMap((hunk) => {
    const removed = stretches(hunk.before, (at) => movedBefore.has(at));
    const added = stretches(hunk.after, (at) => movedAfter.has(at));
    const moved = indexes(hunk.after.from, hunk.after.to - hunk.after.from).flatMap((at) => arrived.get(at) ?? []);
    return [...pairedChanges(removed, added, words), ...moved.map((move) => movedChange(move, words))];
  });
}

const indexes = (from: number, length: number): number[] => Array.from({ length }, (_, at) => from + at);

/** Returns the parts of a range that remain without the excluded positions. */
function stretches({ from, to }: Range, isExcluded: (at: number) => boolean): readonly Range[] {
  const all: Range[] = [];
  for (let at = from; at < to; at += 1) {
    if (isExcluded(at)) continue;
    const last = all.at(-1);
    if (last?.to === at) all[all.length - 1] = { from: last.from, to: at + 1 };
    else all.push({ from: at, to: at + 1 });
  }
  return all;
}

/** A removed and an added stretch in the same place are one change. */
function pairedChanges(removed: readonly Range[], added: readonly Range[], { before, after }: Sequences): readonly Change[] {
  const of = (words: readonly Word[], { from, to }: Range): ChangedPart => partOf(words.slice(from, to));
  if (removed.length === 1 && added.length === 1)
    return removed.flatMap((one) => added.map((other) => changed(of(before, one), of(after, other))));
  return [
    ...removed.map((range): Change => ({ kind: 'removed', before: of(before, range) })),
    ...added.map((range): Change => ({ kind: 'added', after: of(after, range) })),
  ];
}

const changed = (before: ChangedPart, after: ChangedPart): Change => ({ kind: 'changed', before, after });

function movedChange({ before, after, length }: Move, words: Sequences): Change {
  return {
    kind: 'moved',
    before: partOf(words.before.slice(before, before + length)),
    after: partOf(words.after.slice(after, after + length)),
  };
}

/** Compares headers and footers as wholes, once for all pages. */
export function runningChanges(before: readonly RunningLine[], after: readonly RunningLine[]): readonly Change[] {
  const isIn = (lines: readonly RunningLine[], { pattern, isTop }: RunningLine): boolean =>
    lines.some((line) => line.pattern === pattern && line.isTop === isTop);
  const gone = before.filter((line) => !isIn(after, line));
  const fresh = after.filter((line) => !isIn(before, line));
  const [top = [], bottom = []] = [true, false].map((isTop) => fresh.filter((line) => line.isTop === isTop));
  const replaced = gone.map((line): Change => {
    const other = (line.isTop ? top : bottom).shift();
    return other ? changed(runningPart(line), runningPart(other)) : { kind: 'removed', before: runningPart(line) };
  });
  return [...replaced, ...[...top, ...bottom].map((line): Change => ({ kind: 'added', after: runningPart(line) }))];
}

function runningPart({ lines: [first = [], ...rest] }: RunningLine): ChangedPart {
  return { text: textOf(first), areas: [first, ...rest].flatMap((line) => areasOf(line)) };
}

function partOf(words: readonly Word[]): ChangedPart {
  return { text: textOf(words), areas: areasOf(words) };
}

/** One area for each line. */
export function areasOf(words: readonly Word[]): readonly ComparedArea[] {
  const lines: { readonly page: number; readonly box: Box }[] = [];
  for (const { page, boxes } of words)
    for (const box of boxes) {
      const last = lines.at(-1);
      if (last?.page === page && isBeside(last.box, box)) lines[lines.length - 1] = { page, box: around(last.box, box) };
      else lines.push({ page, box });
    }
  return lines.map(({ page, box }) => areaOf(page, box));
}

/** Rounded to hundredths of a point. */
export function areaOf(page: number, { left, top, right, bottom }: Box): ComparedArea {
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return { page: page + 1, x: rounded(left), y: rounded(top), width: rounded(right - left), height: rounded(bottom - top) };
}

/** Whether a box continues a line to the right, or downwards in vertical text. */
function isBeside(line: Box, next: Box): boolean {
  const across = Math.min(line.bottom, next.bottom) - Math.max(line.top, next.top);
  const height = Math.min(line.bottom - line.top, next.bottom - next.top);
  const gap = next.left - line.right;
  return across > height / 2 && gap < 3 * height && gap > -height;
}
