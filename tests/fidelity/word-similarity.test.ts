import { expect, test } from 'vitest';
import { orderedSimilarity } from './word-similarity.ts';

const words = (text: string) => text.split(' ').filter((word) => word !== '');

test.each([
  ['', '', 1],
  ['a b c', '', 0],
  ['a b c d', 'a b c d', 1],
  ['a b c d', 'e f g h', 0],
  // Calculated by hand: two of three words are common in order.
  ['a b c', 'a c d', 4 / 6],
  ['a b c', 'c b a', 2 / 6],
  // Myers' own example: longest common subsequence of 4.
  ['A B C A B B A', 'C B A B A C', 8 / 13],
  ['x a b c y', 'z a b c w', 6 / 10],
  ['a', 'a a a a', 2 / 5],
])('“%s” and “%s” have a similarity of %d in both directions', (a, b, expected) => {
  expect(orderedSimilarity(words(a), words(b))).toBeCloseTo(expected, 12);
  expect(orderedSimilarity(words(b), words(a))).toBeCloseTo(expected, 12);
});

test('matches the textbook algorithm on random texts', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 200; round += 1) {
    const [a, b] = [random(12), random(12)].map((length) => Array.from({ length }, () => String(random(4))));
    if (!a || !b || a.length + b.length === 0) continue;
    expect(orderedSimilarity(a, b)).toBeCloseTo((2 * longestCommon(a, b)) / (a.length + b.length), 12);
  }
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (const [i, word] of a.entries())
    for (const [j, other] of b.entries()) {
      const best = word === other ? (table[i]?.[j] ?? 0) + 1 : Math.max(table[i]?.[j + 1] ?? 0, table[i + 1]?.[j] ?? 0);
      const row = table[i + 1];
      if (row) row[j + 1] = best;
    }
  return table[a.length]?.[b.length] ?? 0;
}
