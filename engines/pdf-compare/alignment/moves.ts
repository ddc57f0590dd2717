import type { Word } from '../text/words.ts';
import type { Hunk, Sequences } from './sequences.ts';

/** The same words in another place, as positions in both documents. */
export type Move = { readonly before: number; readonly after: number; readonly length: number };

/** Minimum words of a move. Shorter sequences occur in many places by chance. */
const MIN_WORDS = 6;
/** Maximum places compared for the start of a move. */
const MAX_CANDIDATES = 16;

/** Finds sequences that were removed in one place and added in another. Takes the longest match at each position, and each word once. */
export function findMoves(hunks: readonly Hunk[], { before, after }: Sequences): readonly Move[] {
  const starts = startsIn(hunks, before);
  const [ownHunk, otherHunk] = [new Map<number, number>(), new Map<number, number>()];
  for (const [at, hunk] of hunks.entries()) {
    for (let word = hunk.before.from; word < hunk.before.to; word += 1) ownHunk.set(word, at);
    for (let word = hunk.after.from; word < hunk.after.to; word += 1) otherHunk.set(word, at);
  }
  const used = new Set<number>();
  const lengthAt = (from: number, to: number): number => {
    let length = 0;
    const isSame = (): boolean =>
      before[from + length]?.key === after[to + length]?.key &&
      ownHunk.get(from + length) === ownHunk.get(from) &&
      otherHunk.get(to + length) === otherHunk.get(to) &&
      !used.has(from + length);
    while (from + length < before.length && to + length < after.length && isSame()) length += 1;
    return length;
  };
  const moves: Move[] = [];
  for (const hunk of hunks)
    for (let to = hunk.after.from; to + MIN_WORDS <= hunk.after.to; to += 1) {
      const candidates = starts.get(keyAt(after, to)) ?? [];
      const best = candidates
        .map((from): Move => ({ before: from, after: to, length: lengthAt(from, to) }))
        .reduce((one, other) => (other.length > one.length ? other : one), { before: 0, after: to, length: 0 });
      if (best.length < MIN_WORDS) continue;
      moves.push(best);
      for (let word = 0; word < best.length; word += 1) used.add(best.before + word);
      to += best.length - 1;
    }
  return moves;
}

/** Positions in the removed words, by the words that start there. */
function startsIn(hunks: readonly Hunk[], words: readonly Word[]): ReadonlyMap<string, readonly number[]> {
  const starts = new Map<string, number[]>();
  for (const { before } of hunks)
    for (let at = before.from; at + MIN_WORDS <= before.to; at += 1) {
      const key = keyAt(words, at);
      const known = starts.get(key) ?? [];
      if (known.length < MAX_CANDIDATES) known.push(at);
      starts.set(key, known);
    }
  return starts;
}

const keyAt = (words: readonly Word[], at: number): string =>
  words
    .slice(at, at + MIN_WORDS)
    .map(({ key }) => key)
    .join(' ');
