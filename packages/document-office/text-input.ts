const CANDIDATES = [',', ';', '\t', '|'] as const;
const LINES_LOOKED_AT = 20;

/** What separates the cells: the candidate that splits most lines into the same number of cells, quoted text left out. */
export function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, LINES_LOOKED_AT);
  const scored = CANDIDATES.map((candidate) => ({ candidate, score: agreement(lines, candidate) }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).candidate;
}

/** Lines that have as many separators as the commonest number of them, weighed by that number; 0 where there are none. */
function agreement(lines: readonly string[], separator: string): number {
  const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
  const groups = [...Map.groupBy(counts, (count) => count)].map(([count, same]) => same.length + Math.min(count, 9) / 10);
  return Math.max(0, ...groups);
}

/** Columns, from 1, that numbers would spoil: leading zeros, or more digits than a number keeps. */
export function textColumns(text: string, separator: string): readonly number[] {
  const columns = new Set<number>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!/(?:^|[^\d.])0\d|\d{16}/.test(line)) continue;
    for (const [index, cell] of line.split(separator).entries())
      if (/^"?\s*(?:0\d+|\d{16,})\s*"?$/.test(cell)) columns.add(index + 1);
  }
  return [...columns].sort((a, b) => a - b);
}
