import { cellContent } from '@bakkum/document-model/cell-content';
import type { Block, Border, Paragraph, Side, Table, TableCell, TableRow } from '@bakkum/document-model/model';
import type { PictureDraft, TableDraft } from '../drafts.ts';
import { type Box, contains, type Fill, type Glyph, holds, widthOf } from '../page-content.ts';
import { withClosest } from '../text/closest-lines.ts';
import type { InlineContext } from '../text/inlines.ts';
import type { Column } from '../text/lines.ts';
import { draftsOf } from '../text/paragraph-drafts.ts';
import { rowsOf } from '../text/rows.ts';
import { segmentsOf } from '../text/segments.ts';
import { ABOVE_BASELINE, type CellText, cellBlocks, columnAlignments, type Padding, paddingOf } from './cell-text.ts';
import { type Edge, type Grid, type GridCell, shadingOf } from './ruled-tables.ts';
import type { AlignedTable } from './unruled-tables.ts';

/** Sources for the content of table cells. */
export type CellSource = {
  readonly glyphs: readonly Glyph[];
  readonly roles: ReadonlyMap<number, string>;
  readonly context: InlineContext;
  /** Images inside the cells of ruled tables. */
  readonly pictures: readonly PictureDraft[];
  /** Ruled tables inside the cells of others. */
  readonly inner: readonly Grid[];
  /** Parts of a line that are side by side become paragraphs of their own. */
  readonly splitsLines: boolean;
};

/** Usual padding between a cell's edge and its text, in points. */
const PADDING = 4;

/** Builds a ruled table with the words inside its cells. */
export function gridDraft(grid: Grid, column: Column, source: CellSource): TableDraft {
  const texts = grid.cells.map((cell) => gridText(cell, source));
  const padding = paddingOf(texts);
  const alignments = columnAlignments(texts);
  const cells = grid.cells.map((cell, index) => {
    const text = texts[index];
    const isCentred = text !== undefined && isInTheMiddle(text);
    return gridCell(cell, isCentred, text ? cellBlocks(text, padding, alignments.get(cell.column), isCentred) : []);
  });
  const rows = grid.ys.slice(0, -1).map((top, row): TableRow => {
    const height = (grid.ys[row + 1] ?? top) - top;
    return { height, cells: cells.filter((_, index) => grid.cells[index]?.row === row) };
  });
  const columnWidths = grid.xs.slice(0, -1).map((left, index) => (grid.xs[index + 1] ?? left) - left);
  const table: Table = {
    kind: 'table',
    columnWidths,
    indentStart: grid.left - column.left,
    spaceBefore: 0,
    padding,
    rows: markHeader(rows),
  };
  return { left: grid.left, top: grid.top, right: grid.right, bottom: grid.bottom, kind: 'table', column, table };
}

/** Tolerance for tables that touch the edges of the cell around them. */
const AT_EDGE = 3;

function gridText(cell: GridCell, source: CellSource): CellText {
  const { roles, context } = source;
  const inside = source.inner.filter((grid) => contains(cell, grid, AT_EDGE));
  const inner = inside.filter((grid) => !inside.some((other) => other !== grid && isInCell(grid, other)));
  const isOwn = (box: Box): boolean => holds(cell, box) && !inner.some((grid) => holds(grid, box));
  const rows = rowsOf(segmentsOf(source.glyphs.filter(isOwn)));
  const room = (side: number): number => Math.min(PADDING, Math.max(0, side));
  const left = cell.left + room(Math.min(...rows.map((row) => row.left - cell.left)));
  const right = cell.right - room(Math.min(...rows.map((row) => cell.right - row.right)));
  const paragraphs = draftsOf(rows, { left, right }, roles, context);
  const rest = source.inner.filter((grid) => !inner.includes(grid));
  const tables = inner.map((grid) => gridDraft(grid, { left, right }, { ...source, inner: rest }));
  const others = [...source.pictures.filter(isOwn), ...tables];
  const drafts = withClosest(others.length === 0 ? paragraphs : [...paragraphs, ...others].toSorted((a, b) => a.top - b.top));
  return { box: cell, column: cell.column, columnSpan: cell.columnSpan, drafts };
}

/** Whether a table is inside a cell of another one. */
export function isInCell(grid: Grid, { cells }: Grid): boolean {
  return cells.some((cell) => contains(cell, grid, AT_EDGE));
}

function isInTheMiddle({ box, drafts }: CellText): boolean {
  const [first] = drafts;
  if (!first) return false;
  const top = first.top - box.top;
  const bottom = box.bottom - (drafts.at(-1)?.bottom ?? box.bottom);
  return top > 1 && Math.abs(top - bottom) < Math.max(2.5, (top + bottom) * 0.3);
}

function gridCell(cell: GridCell, isCentred: boolean, blocks: readonly Block[]): TableCell {
  return {
    column: cell.column,
    columnSpan: cell.columnSpan,
    rowSpan: cell.rowSpan,
    ...(cell.shading ? { shading: cell.shading } : {}),
    borders: bordersOf(cell.edges),
    ...(isCentred ? { verticalAlignment: 'center' as const } : {}),
    ...cellContent(blocks),
  };
}

function bordersOf(edges: GridCell['edges']): Readonly<Partial<Record<Side, Border>>> {
  const border = (edge: Edge | undefined): Border | undefined => edge && { width: edge.thickness, colour: edge.colour };
  const sides = { top: border(edges.top), right: border(edges.right), bottom: border(edges.bottom), left: border(edges.left) };
  return Object.fromEntries(Object.entries(sides).filter(([, edge]) => edge !== undefined));
}

/** The first row is a header if it alone is shaded or bold. */
function markHeader(rows: readonly TableRow[]): readonly TableRow[] {
  const [first, ...rest] = rows;
  const [second] = rest;
  if (!first || !second) return rows;
  const isStrong = (row: TableRow): boolean =>
    row.cells.some(({ paragraphs }) => paragraphs.length > 0) && row.cells.every((cell) => cell.paragraphs.every(isBold));
  const isShaded = (row: TableRow): boolean => row.cells.every(({ shading }) => shading !== undefined);
  const differs = (isStrong(first) && !isStrong(second)) || (isShaded(first) && !isShaded(second));
  return differs ? [{ ...first, isHeader: true }, ...rest] : rows;
}

const isBold = ({ content }: Paragraph): boolean =>
  content.every((inline) => inline.kind !== 'text' || inline.text.trim() === '' || inline.style.bold === true);

/** Line pitch of single lines, relative to their size. */
const PITCH = 1.2;

/** Builds a table found only by the positions of its words. */
export function alignedDraft(aligned: AlignedTable, column: Column, fills: readonly Fill[], source: CellSource): TableDraft {
  const edges = edgesOf(aligned, column);
  const tops = aligned.rows.map((cells) =>
    Math.min(...cells.flatMap(({ parts }) => parts.map(({ baseline, size }) => baseline - size * PITCH * ABOVE_BASELINE))),
  );
  const texts = aligned.rows.map((cells, row) =>
    cells.map((cell): CellText => {
      const parts = rowsOf(cell.parts);
      const [left, right] = [edges[cell.column] ?? aligned.left, edges[cell.column + cell.columnSpan] ?? aligned.right];
      const box = { left, right, top: tops[row] ?? aligned.top, bottom: tops[row + 1] ?? aligned.bottom };
      const home = aligned.columns[cell.column];
      const inner = {
        left: Math.min(left + PADDING, ...parts.map((part) => part.left)),
        right: Math.max(right - PADDING, ...parts.map((part) => part.right)),
      };
      const width = home && cell.columnSpan === 1 ? { left: home.left, right: home.right } : inner;
      const drafts = draftsOf(parts, width, source.roles, source.context);
      return { box, column: cell.column, columnSpan: cell.columnSpan, drafts };
    }),
  );
  const padding = paddingOf(texts.flat());
  const alignments = columnAlignments(texts.flat());
  const rows = aligned.rows.map((cells, row): TableRow => {
    const below = tops[row + 1];
    return {
      ...(below === undefined ? {} : { height: below - (tops[row] ?? below) }),
      cells: cells.map((cell, index) => alignedCell(cell, texts[row]?.[index], fills, padding, alignments)),
    };
  });
  const columnWidths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? edge));
  const table: Table = {
    kind: 'table',
    columnWidths,
    indentStart: (edges[0] ?? column.left) - column.left,
    spaceBefore: 0,
    padding,
    rows: markHeader(rows),
  };
  const top = tops[0] ?? aligned.top;
  return { left: aligned.left, top, right: aligned.right, bottom: aligned.bottom, kind: 'table', column, table };
}

function alignedCell(
  { column, columnSpan, parts }: AlignedTable['rows'][number][number],
  text: CellText | undefined,
  fills: readonly Fill[],
  padding: Padding,
  alignments: ReturnType<typeof columnAlignments>,
): TableCell {
  const [first] = parts;
  const shading = first && shadingOf(first, fills);
  return {
    column,
    columnSpan,
    rowSpan: 1,
    ...(shading ? { shading } : {}),
    borders: {},
    ...cellContent(text ? cellBlocks(text, padding, columnSpan === 1 ? alignments.get(column) : undefined, false) : []),
  };
}

/** The midpoints between the words of neighbouring columns. */
function edgesOf({ columns, left, right }: AlignedTable, column: Column): readonly number[] {
  const inner = columns.slice(1).map((next, index) => ((columns[index]?.right ?? next.left) + next.left) / 2);
  const last = columns.at(-1);
  const widest = last
    ? Math.min(Math.max(right + PADDING, last.left + widthOf(last) + PADDING * 2), Math.max(column.right + PADDING, right))
    : right;
  return [left - PADDING, ...inner, widest];
}
