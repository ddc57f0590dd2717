/** Finds the longest common parts of two sequences. */
import { diffArrays } from 'diff';
import type { Hunk, Range } from './sequences.ts';

/** `length` equal elements, from `before` in the first and `after` in the second sequence. */
export type Run = { readonly before: number; readonly after: number; readonly length: number };

/** A part that is not aligned yet. */
type Gap = Hunk;

/** Lengths of anchor sequences in words. Longer ones come first because they are more specific. */
const ANCHOR_LENGTHS = [8, 3, 1];
/** Maximum edits between two anchors; beyond that, the whole part counts as rewritten. Time grows with their square. */
const MAX_EDITS = 600;

/**
 * Returns the equal runs in order. Aligns sequences that occur once on both sides first, then the parts between them with Myers'
 * algorithm (O(ND)), which alone would take minutes for documents with little in common.
 */
export function align(before: readonly number[], after: readonly number[], throwIfAborted: () => void): readonly Run[] {
  const runs: Run[] = [];
  const work: { readonly gap: Gap; readonly level: number }[] = [
    { gap: { before: { from: 0, to: before.length }, after: { from: 0, to: after.length } }, level: 0 },
  ];
  for (let next = work.pop(); next; next = work.pop()) {
    throwIfAborted();
    const { gap, ends } = trimmed(before, after, next.gap);
    runs.push(...ends);
    if (isEmpty(gap.before) || isEmpty(gap.after)) continue;
    const length = ANCHOR_LENGTHS[next.level];
    if (length === undefined) {
      runs.push(...edited(before, after, gap));
      continue;
    }
    const anchored = runsOf(inOrder(uniqueIn(before, after, gap, length)), length);
    const level = anchored.length > 0 ? next.level : next.level + 1;
    // Not as arguments of one call: there can be more than fit on the stack.
    for (const part of between(gap, anchored)) work.push({ gap: part, level });
    for (const run of anchored) runs.push(run);
  }
  return joined(runs.toSorted((one, other) => one.before - other.before));
}

const isEmpty = ({ from, to }: Range): boolean => from >= to;

/** Cuts equal elements off both ends. */
function trimmed(
  before: readonly number[],
  after: readonly number[],
  gap: Gap,
): { readonly gap: Gap; readonly ends: readonly Run[] } {
  let [b, a, bEnd, aEnd] = [gap.before.from, gap.after.from, gap.before.to, gap.after.to];
  while (b < bEnd && a < aEnd && before[b] === after[a]) [b, a] = [b + 1, a + 1];
  while (bEnd > b && aEnd > a && before[bEnd - 1] === after[aEnd - 1]) [bEnd, aEnd] = [bEnd - 1, aEnd - 1];
  const ends = [
    { before: gap.before.from, after: gap.after.from, length: b - gap.before.from },
    { before: bEnd, after: aEnd, length: gap.before.to - bEnd },
  ].filter(({ length }) => length > 0);
  return { gap: { before: { from: b, to: bEnd }, after: { from: a, to: aEnd } }, ends };
}

type Anchor = Pick<Run, 'before' | 'after'>;

/** Sequences of `length` elements that occur once in both ranges, in the order of the first. */
function uniqueIn(before: readonly number[], after: readonly number[], gap: Gap, length: number): readonly Anchor[] {
  const inAfter = occurrences(after, gap.after, length);
  return [...occurrences(before, gap.before, length)].flatMap(([key, at]) => {
    const other = inAfter.get(key);
    return at === undefined || other === undefined ? [] : [{ before: at, after: other }];
  });
}

/** Position of each sequence; `undefined` for those that occur more than once. */
function occurrences(values: readonly number[], { from, to }: Range, length: number): ReadonlyMap<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  for (let at = from; at + length <= to; at += 1) {
    const key = values.slice(at, at + length).join();
    found.set(key, found.has(key) ? undefined : at);
  }
  return found;
}

/** The longest selection whose positions increase on both sides (patience sorting). */
function inOrder(anchors: readonly Anchor[]): readonly Anchor[] {
  const piles: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, { after }] of anchors.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[piles[middle] ?? 0]?.after ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? piles[low - 1] : undefined);
    piles[low] = at;
  }
  const chosen: Anchor[] = [];
  for (let at = piles.at(-1); at !== undefined; at = previous[at]) {
    const anchor = anchors[at];
    if (anchor) chosen.push(anchor);
  }
  return chosen.toReversed();
}

/** Joins consecutive anchors of `length` elements, and drops those that overlap an earlier one at another offset. */
function runsOf(anchors: readonly Anchor[], length: number): readonly Run[] {
  const runs: Run[] = [];
  for (const anchor of anchors) {
    const last = runs.at(-1);
    const [ahead, other] = last ? [anchor.before - last.before, anchor.after - last.after] : [0, 0];
    if (!last || (ahead >= last.length && other >= last.length)) runs.push({ ...anchor, length });
    else if (ahead === other) runs[runs.length - 1] = { ...last, length: Math.max(last.length, ahead + length) };
  }
  return runs;
}

/** Returns the gaps before, between and after the runs. */
function between({ before, after }: Gap, runs: readonly Run[]): readonly Gap[] {
  let [b, a] = [before.from, after.from];
  const gaps = runs.map((run): Gap => {
    const gap = { before: { from: b, to: run.before }, after: { from: a, to: run.after } };
    [b, a] = [run.before + run.length, run.after + run.length];
    return gap;
  });
  return [...gaps, { before: { from: b, to: before.to }, after: { from: a, to: after.to } }];
}

function edited(before: readonly number[], after: readonly number[], gap: Gap): readonly Run[] {
  const values = [before.slice(gap.before.from, gap.before.to), after.slice(gap.after.from, gap.after.to)] as const;
  const runs: Run[] = [];
  let [b, a] = [gap.before.from, gap.after.from];
  for (const { added, removed, count } of diffArrays([...values[0]], [...values[1]], { maxEditLength: MAX_EDITS }) ?? []) {
    if (!added && !removed) runs.push({ before: b, after: a, length: count });
    if (!added) b += count;
    if (!removed) a += count;
  }
  return runs;
}

function joined(runs: readonly Run[]): readonly Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const continues = last && last.before + last.length === run.before && last.after + last.length === run.after;
    if (last && continues) all[all.length - 1] = { ...last, length: last.length + run.length };
    else all.push(run);
  }
  return all;
}
