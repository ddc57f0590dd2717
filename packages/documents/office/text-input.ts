const CANDIDATES = [',', ';', '\t', '|'] as const;
const SAMPLED_LINES = 20;

/** Guesses the separator: the candidate that splits most lines into the same number of cells, ignoring quoted text. */
export function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, SAMPLED_LINES);
  const scored = CANDIDATES.map((candidate) => ({ candidate, score: agreement(lines, candidate) }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).candidate;
}

/** Number of lines with the most common number of separators, weighted by that number; 0 without any. */
function agreement(lines: readonly string[], separator: string): number {
  const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
  const groups = [...Map.groupBy(counts, (count) => count)].map(([count, same]) => same.length + Math.min(count, 9) / 10);
  return Math.max(0, ...groups);
}

/** Columns (from 1) that must stay text: values with leading zeros, or with more digits than a number holds. */
export function textColumns(text: string, separator: string): readonly number[] {
  const columns = new Set<number>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!/(?:^|[^\d.])0\d|\d{16}/.test(line)) continue;
    for (const [index, cell] of line.split(separator).entries())
      if (/^"?\s*(?:0\d+|\d{16,})\s*"?$/.test(cell)) columns.add(index + 1);
  }
  return [...columns].sort((a, b) => a - b);
}
