import { decodePercent } from '@bakkum/markup/percent';

/** A page that can be suggested: its path in the default language and its name in the visitor's. */
export type KnownPage = {
  readonly path: string;
  readonly text: string /** Another name people may type. */;
  readonly alias?: string;
};

const MAX_SUGGESTIONS = 6;
/** Similarities, 0 to 1, below which a page is no suggestion: of the letters, and of the words. */
const MIN_LETTERS = 0.6;
const MIN_WORDS = 0.5;
const MAX_LENGTH = 80;

/** Returns the known pages whose address is most similar to an unknown one, best first. */
export function nearPages(asked: string, known: readonly KnownPage[]): readonly KnownPage[] {
  const wanted = slugOf(asked);
  if (wanted === '') return [];
  const scored = known.map((page) => ({
    page,
    score: Math.max(similarity(wanted, slugOf(page.path)), similarity(wanted, slugOf(page.alias ?? ''))),
  }));
  const near = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  return near.slice(0, MAX_SUGGESTIONS).map(({ page }) => page);
}

/** The last part of a path, or the whole path if it has only one. */
function slugOf(path: string): string {
  const parts = decodePercent(path).toLowerCase().split('/').filter(Boolean);
  return (parts.at(-1) ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, MAX_LENGTH);
}

/** The larger of two similarities: of the letters, for typing errors, and of the words, for other orders and missing words. 0 if both are low. */
function similarity(left: string, right: string): number {
  if (right === '') return 0;
  const length = Math.max(left.length, right.length);
  const letters = 1 - distance(left, right) / length;
  const words = sharedWords(left, right);
  return Math.max(letters >= MIN_LETTERS ? letters : 0, words >= MIN_WORDS ? words : 0);
}

function sharedWords(left: string, right: string): number {
  const [first, second] = [wordsOf(left), wordsOf(right)];
  const shared = first.intersection(second).size;
  return first.size === 0 || second.size === 0 ? 0 : shared / Math.max(first.size, second.size);
}

const FILLERS = new Set(['to', 'and', 'or', 'the', 'a', 'of', 'in', 'for']);

function wordsOf(slug: string): Set<string> {
  return new Set(slug.split('-').filter((word) => word !== '' && !FILLERS.has(word)));
}

/** Levenshtein distance. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at++) {
    const next = [at];
    for (let to = 1; to <= right.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
