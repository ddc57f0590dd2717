/**
 * Similarity of two texts by common words in the same order: 2 · LCS / (words of both), 0 to 1, where LCS is the length of their
 * longest common subsequence. 1 for two texts without words.
 */
export function orderedSimilarity(ours: readonly string[], theirs: readonly string[]): number {
  const total = ours.length + theirs.length;
  if (total === 0) return 1;
  return (total - editDistance(ours, theirs)) / total;
}

/**
 * Number of words to delete and insert to turn one text into the other, by the greedy algorithm of Myers ("An O(ND) Difference
 * Algorithm and Its Variations", 1986): total − distance is twice the longest common subsequence.
 */
function editDistance(a: readonly string[], b: readonly string[]): number {
  const start = sharedStart(a, b);
  const end = sharedEnd(a, b, start);
  const [from, to] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const most = from.length + to.length;
  // The furthest position in `from` reached on each diagonal, which is position in `from` − position in `to`.
  const furthest = new Int32Array(2 * most + 3);
  for (let distance = 0; distance < most; distance += 1) {
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const at = diagonal + most + 1;
      const [left = 0, right = 0] = [furthest[at - 1], furthest[at + 1]];
      const inserts = diagonal === -distance || (diagonal !== distance && left < right);
      let x = inserts ? right : left + 1;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1;
      furthest[at] = x;
      if (x >= from.length && x - diagonal >= to.length) return distance;
    }
  }
  return most;
}

function sharedStart(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < most && a[shared] === b[shared]) shared += 1;
  return shared;
}

function sharedEnd(a: readonly string[], b: readonly string[], start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let shared = 0;
  while (shared < most && a.at(-1 - shared) === b.at(-1 - shared)) shared += 1;
  return shared;
}
