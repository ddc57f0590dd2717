import { type PageContent, union } from './page-content.ts';
import { cleanGlyphs } from './text/clean-glyphs.ts';
import { rowsOf } from './text/rows.ts';
import { isEastAsian } from './text/script.ts';
import { commonest, type Segment, segmentsOf, textOf } from './text/segments.ts';

/** Maximum number of characters per line; wider pages are compressed. */
const MAX_COLUMNS = 240;

/** Sets the words of a page at their positions in monospaced text, for tables and forms whose layout matters. */
export function plainLayout(content: PageContent): string {
  const segments = segmentsOf(cleanGlyphs(content));
  const rows = rowsOf(segments);
  if (rows.length === 0) return '';
  const { left } = union(segments);
  const advance = Math.max(advanceOf(segments), content.width / MAX_COLUMNS);
  const pitch = commonest(rows.map(({ size }) => size)) * 1.3;
  let bottom = rows[0]?.baseline ?? 0;
  const lines = rows.map(({ parts, baseline }) => {
    const blank = Math.max(0, Math.min(4, Math.round((baseline - bottom) / pitch) - 1));
    bottom = baseline;
    const line = parts.reduce((text, part) => {
      const column = Math.round((part.left - left) / advance);
      const room = Math.max(text === '' ? 0 : 1, column - cellsOf(text));
      return text + ' '.repeat(room) + textOf(part);
    }, '');
    return '\n'.repeat(blank) + line;
  });
  return `${lines.join('\n')}\n`;
}

/** The width of most characters. */
function advanceOf(segments: readonly Segment[]): number {
  const widths = segments.map((segment) => (segment.right - segment.left) / Math.max(1, cellsOf(textOf(segment))));
  const sorted = widths.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 5;
}

/** Columns a text occupies, counting East Asian characters as two. */
function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += isEastAsian(character) ? 2 : 1;
  return cells;
}
