import { type Inline, plainText } from '@bakkum/document-model/model';
import type { BandDraft, Draft, PageDraft, ParagraphDraft, TableDraft } from '../drafts.ts';
import { needsSpace } from '../text/inlines.ts';

/** The last element of a column that may continue in the next: a paragraph in mid-sentence, or a table. */
type Last = { readonly column: Draft[]; readonly draft: ParagraphDraft | TableDraft };

/** Rejoins paragraphs and tables that were split by a page or column: the second half moves to the first. */
export function joinBroken(pages: readonly PageDraft[]): readonly PageDraft[] {
  let last: Last | undefined;
  return pages.map((page) => {
    if (page.hasPanels || page.isWordless) last = undefined;
    const bands = page.bands.map((band): BandDraft => {
      const columns = band.columns.map((column) => {
        const drafts = [...column];
        const whole = last && takeFirst(last, drafts);
        if (last && whole) last = drafts.length === 0 ? { column: last.column, draft: whole } : undefined;
        last = lastOf(drafts) ?? (drafts.length > 0 ? undefined : last);
        return drafts;
      });
      return { ...band, columns };
    });
    return { ...page, bands };
  });
}

/**
 * Moves the first draft of a column into the one it continues. Returns the joined draft, or undefined if it continues nothing.
 */
function takeFirst({ column, draft }: Last, drafts: Draft[]): ParagraphDraft | TableDraft | undefined {
  const [first] = drafts;
  if (!first) return undefined;
  const whole =
    draft.kind === 'paragraph'
      ? first.kind === 'paragraph' && goesOn(draft, first) && joined(draft, first)
      : first.kind === 'table' && isSameTable(draft, first) && joinedTable(draft, first);
  if (!whole) return undefined;
  drafts.shift();
  column[column.length - 1] = whole;
  return whole;
}

function lastOf(drafts: Draft[]): Last | undefined {
  const draft = drafts.at(-1);
  if (draft?.kind === 'table' || (draft?.kind === 'paragraph' && draft.isOpen)) return { column: drafts, draft };
  return undefined;
}

function goesOn(first: ParagraphDraft, next: ParagraphDraft): boolean {
  if (next.marker || first.bold !== next.bold || Math.abs(first.size - next.size) > 0.6 || first.role !== next.role) return false;
  if (first.alignment === 'center' || next.alignment === 'center' || first.alignment === 'end') return false;
  const indent = next.firstLeft - next.column.left;
  const usual = first.lines > 1 ? first.bodyLeft - first.column.left : indent;
  const isFlush = next.lines > 1 ? next.firstLeft - next.bodyLeft < next.size * 0.7 : true;
  return isFlush && Math.abs(indent - usual) < next.size && first.lines + next.lines > 2;
}

function joined(first: ParagraphDraft, next: ParagraphDraft): ParagraphDraft {
  const last = first.content.at(-1);
  const end = [...first.text].at(-1) ?? '';
  const start = [...next.text][0] ?? '';
  const isBroken = /[-\u00ad\u2010]$/.test(first.text) && /^\p{Ll}/u.test(next.text);
  const mended = (words: string): string =>
    isBroken ? words.slice(0, -1) : needsSpace(end, start, false, false) ? `${words} ` : words;
  const head: readonly Inline[] =
    last?.kind === 'text' ? [...first.content.slice(0, -1), { ...last, text: mended(last.text) }] : first.content;
  return {
    ...first,
    content: [...head, ...next.content],
    text: mended(first.text) + next.text,
    lines: first.lines + next.lines,
    lastBaseline: next.lastBaseline,
    lastRight: next.lastRight,
    endsElsewhere: true,
    brokenBelow: Math.max(first.brokenBelow ?? 0, first.lastBaseline),
    ...(first.lines === 1 || next.lines === 1 ? { leavesSingleLine: true as const } : {}),
    alignment: first.lines > 1 ? first.alignment : next.alignment,
    isOpen: next.isOpen,
    bottom: first.bottom,
    ...(first.pitch === undefined && next.pitch !== undefined ? { pitch: next.pitch } : {}),
    ...(first.lines === 1 && next.lines > 1 && !first.marker
      ? { bodyLeft: first.column.left + (next.bodyLeft - next.column.left) }
      : {}),
  };
}

/** The parts of a split table have the same columns; without ruling lines, their positions are approximate. */
function isSameTable({ table: above, column: one }: TableDraft, { table: below, column: other }: TableDraft): boolean {
  const isRuled = above.rows.some(({ cells }) => cells.some(({ borders }) => Object.keys(borders).length > 0));
  const slack = isRuled ? 3 : 18;
  const [edges, others] = [edgesOf(above, one.left), edgesOf(below, other.left)];
  return edges.length === others.length && edges.every((edge, index) => Math.abs(edge - (others[index] ?? 0)) < slack);
}

function edgesOf({ columnWidths, indentStart }: TableDraft['table'], left: number): readonly number[] {
  let edge = left + indentStart;
  return [edge, ...columnWidths.map((width) => (edge += width))];
}

/** Keeps a heading row that is repeated on the next page only once. */
function joinedTable(above: TableDraft, below: TableDraft): TableDraft {
  const [head] = above.table.rows;
  const [first, ...rest] = below.table.rows;
  const isRepeated = head && first && rest.length > 0 && textOf(head) === textOf(first);
  const following = (isRepeated ? rest : below.table.rows).map(({ isHeader: _, ...row }) => row);
  const own = above.table.rows.map((row) => (row.isHeader && !isRepeated ? { ...row, isOnce: true as const } : row));
  return { ...above, table: { ...above.table, rows: [...own, ...following] }, endsElsewhere: below.bottom };
}

function textOf({ cells }: TableDraft['table']['rows'][number]): string {
  return cells.map(({ paragraphs }) => paragraphs.map(({ content }) => plainText(content)).join('\n')).join('\t');
}
