/**
 * Where words repeat, an addition or a removal has several possible positions: in “the cat the dog”, either “the cat” or “cat the” can be
 * new. Prefers the position at the start of a paragraph, a sentence or a line, so that both positions of a moved paragraph have the same words.
 */
import type { Word } from '../text/words.ts';
import type { Hunk, Range, Sequences } from './sequences.ts';

/** Maximum shift in words. */
const MAX_SLIDE = 40;

/** Shifts hunks that only add, or only remove, to their most likely positions. */
export function slidAll(hunks: readonly Hunk[], words: Sequences): readonly Hunk[] {
  return hunks.map((hunk, at) => {
    const sides = hunk.after.from === hunk.after.to ? 'before' : hunk.before.from === hunk.before.to ? 'after' : undefined;
    if (!sides) return hunk;
    const left = hunk[sides].from - (hunks[at - 1]?.[sides].to ?? 0);
    const right = (hunks[at + 1]?.[sides].from ?? words[sides].length) - hunk[sides].to;
    const by = bestSlide(words[sides], hunk[sides], { left, right });
    return by === 0 ? hunk : { before: moved(hunk.before, by), after: moved(hunk.after, by) };
  });
}

const moved = ({ from, to }: Range, by: number): Range => ({ from: from + by, to: to + by });

/** @param room words between the hunk and its neighbors */
function bestSlide(words: readonly Word[], { from, to }: Range, room: { readonly left: number; readonly right: number }): number {
  let best = { by: 0, score: startScore(words, from) };
  const consider = (by: number): void => {
    const score = startScore(words, from + by);
    if (score > best.score) best = { by, score };
  };
  const isSame = (one: number, other: number): boolean => words[one]?.key === words[other]?.key;
  for (let by = 1; by <= Math.min(MAX_SLIDE, room.left) && isSame(from - by, to - by); by += 1) consider(-by);
  for (let by = 1; by <= Math.min(MAX_SLIDE, room.right) && isSame(from + by - 1, to + by - 1); by += 1) consider(by);
  return best.by;
}

/** Scores a word as a beginning: 3 for a paragraph, 2 for a sentence, 1 for a line, 0 for none. */
function startScore(words: readonly Word[], at: number): number {
  const [word, last] = [words[at], words[at - 1]];
  const [box, before] = [word?.boxes[0], last?.boxes.at(-1)];
  if (!word || !last || !box || !before) return 3;
  const height = Math.min(box.bottom - box.top, before.bottom - before.top);
  const gap = box.top - before.bottom;
  const isNewLine = word.page !== last.page || Math.abs(box.top - before.top) > height / 2;
  const isNewParagraph = isNewLine && word.page === last.page && Math.abs(gap) > height / 2;
  const isNewSentence = /[.!?:;\u2026\u3002]["'\u2019\u201d)]*$/u.test(last.text);
  return isNewParagraph ? 3 : isNewSentence ? 2 : isNewLine ? 1 : 0;
}
