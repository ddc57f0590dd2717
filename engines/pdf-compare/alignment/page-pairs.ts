/** Decides which pages are shown next to each other. */

/** Indexes of the pages; one side is absent if a page has no counterpart. */
export type Pair = { readonly before?: number; readonly after?: number };

/** Maximum cells of the table that finds the best pairing: 3,000 by 3,000 pages. Longer documents are paired in order. */
const MAX_CELLS = 9_000_000;
/** Weight of two pages without words, which may be the same image. */
const WORDLESS_SCORE = 0.5;

type Counts = { readonly before: number; readonly after: number };

/**
 * Pairs pages in order so that as many equal words as possible are next to each other.
 * @param equal number of equal words for each two pages, as `pairKey` names them
 * @param mayMatch whether two pages without equal words may still be the same
 */
export function pairPages(
  counts: Counts,
  equal: ReadonlyMap<number, number>,
  mayMatch: (before: number, after: number) => boolean,
): readonly Pair[] {
  if (counts.before * counts.after > MAX_CELLS) return filled([], counts);
  const score = (before: number, after: number): number =>
    equal.get(pairKey(before, after)) ?? (mayMatch(before, after) ? WORDLESS_SCORE : 0);
  const width = counts.after + 1;
  const best = new Float32Array((counts.before + 1) * width);
  for (let b = counts.before - 1; b >= 0; b -= 1)
    for (let a = counts.after - 1; a >= 0; a -= 1) {
      const own = score(b, a);
      const paired = own > 0 ? own + (best[(b + 1) * width + a + 1] ?? 0) : 0;
      best[b * width + a] = Math.max(paired, best[(b + 1) * width + a] ?? 0, best[b * width + a + 1] ?? 0);
    }
  const pairs: Required<Pair>[] = [];
  for (let [b, a] = [0, 0]; b < counts.before && a < counts.after; ) {
    const own = score(b, a);
    if (own > 0 && best[b * width + a] === Math.fround(own + (best[(b + 1) * width + a + 1] ?? 0))) {
      pairs.push({ before: b, after: a });
      [b, a] = [b + 1, a + 1];
    } else if (best[b * width + a] === best[(b + 1) * width + a]) b += 1;
    else a += 1;
  }
  return filled(pairs, counts);
}

/** Returns one number that identifies two pages. */
export const pairKey = (before: number, after: number): number => before * 2 ** 24 + after;

/** Adds the pages between the pairs, next to each other as long as both sides have some. */
function filled(pairs: readonly Required<Pair>[], counts: Counts): readonly Pair[] {
  let [b, a] = [0, 0];
  const all: Pair[] = [];
  for (const pair of [...pairs, { before: counts.before, after: counts.after }]) {
    while (b < pair.before || a < pair.after)
      all.push({ ...(b < pair.before && { before: b++ }), ...(a < pair.after && { after: a++ }) });
    if (b < counts.before && a < counts.after) all.push(pair);
    [b, a] = [pair.before + 1, pair.after + 1];
  }
  return all;
}
