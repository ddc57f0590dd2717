/** Turns equal runs into the parts that differ. */
import type { Word } from '../text/words.ts';
import type { Run } from './align.ts';
import type { Hunk, Sequences } from './sequences.ts';
import { slidAll } from './slide.ts';

/** Returns the parts between the runs, without words that differ only in how lines break them. */
export function hunksBetween(runs: readonly Run[], words: Sequences): readonly Hunk[] {
  const end: Run = { before: words.before.length, after: words.after.length, length: 0 };
  let [b, a] = [0, 0];
  const hunks: Hunk[] = [];
  for (const run of [...runs, end]) {
    hunks.push({ before: { from: b, to: run.before }, after: { from: a, to: run.after } });
    [b, a] = [run.before + run.length, run.after + run.length];
  }
  const real = joinRewritten(hunks.map((hunk) => withoutRebroken(hunk, words)).filter((hunk) => sizeOf(hunk) > 0));
  return slidAll(real, words);
}

const beforeSize = ({ before }: Hunk): number => before.to - before.from;
const afterSize = ({ after }: Hunk): number => after.to - after.from;
const sizeOf = (hunk: Hunk): number => beforeSize(hunk) + afterSize(hunk);

/** Maximum equal words between two larger changes that are joined into one. */
const MAX_JOINT = 2;

/** Joins hunks around one or two words that a rewritten sentence kept by chance, such as "the". */
function joinRewritten(hunks: readonly Hunk[]): readonly Hunk[] {
  const all: Hunk[] = [];
  for (const hunk of hunks) {
    const last = all.at(-1);
    const joint = last ? hunk.before.from - last.before.to : Number.POSITIVE_INFINITY;
    const isRewritten = (each: Hunk): boolean => Math.min(beforeSize(each), afterSize(each)) > joint;
    if (last && joint <= MAX_JOINT && isRewritten(last) && isRewritten(hunk))
      all[all.length - 1] = {
        before: { from: last.before.from, to: hunk.before.to },
        after: { from: last.after.from, to: hunk.after.to },
      };
    else all.push(hunk);
  }
  return all;
}

/** Cuts off words at both ends that have the same letters but are divided differently, as at the ends of lines. */
function withoutRebroken(hunk: Hunk, words: Sequences): Hunk {
  const before = words.before.slice(hunk.before.from, hunk.before.to);
  const after = words.after.slice(hunk.after.from, hunk.after.to);
  const start = commonStart(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  const rest = { before: before.slice(start.before), after: after.slice(start.after) };
  const reversed = (side: readonly Word[]): readonly string[] =>
    side.toReversed().map(({ key }) => [...key].toReversed().join(''));
  const end = commonStart(reversed(rest.before), reversed(rest.after));
  const cut = {
    before: { from: hunk.before.from + start.before, to: hunk.before.to - end.before },
    after: { from: hunk.after.from + start.after, to: hunk.after.to - end.after },
  };
  return isHyphenated(cut, words)
    ? { before: { ...cut.before, to: cut.before.from }, after: { ...cut.after, to: cut.after.from } }
    : cut;
}

/** Counts the elements at the start of both that spell the same text, as many as possible. */
function commonStart(before: readonly string[], after: readonly string[]): { readonly before: number; readonly after: number } {
  const [left, right] = [before.join(''), after.join('')];
  let common = { before: 0, after: 0 };
  let [b, a, leftEnd, rightEnd, at] = [0, 0, 0, 0, 0];
  while (b < before.length && a < after.length) {
    if (leftEnd <= at) leftEnd += before[b]?.length ?? 0;
    if (rightEnd <= at) rightEnd += after[a]?.length ?? 0;
    while (at < Math.min(leftEnd, rightEnd) && left[at] === right[at]) at += 1;
    if (at < Math.min(leftEnd, rightEnd)) break;
    if (at === leftEnd) b += 1;
    if (at === rightEnd) a += 1;
    if (leftEnd === rightEnd) common = { before: b, after: a };
  }
  return common;
}

/** Whether only hyphens differ, and a word was divided at the end of a line, where its hyphen was dropped. */
function isHyphenated({ before, after }: Hunk, words: Sequences): boolean {
  const sides = [words.before.slice(before.from, before.to), words.after.slice(after.from, after.to)] as const;
  if (!sides.some((side) => side.some(({ isBroken }) => isBroken))) return false;
  const [one, other] = sides.map((side) =>
    side
      .map(({ key }) => key)
      .join('')
      .replaceAll(/[-\u2010\u2011]/g, ''),
  );
  return one === other;
}
