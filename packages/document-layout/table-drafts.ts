import type { Border, Paragraph, Side, Table, TableCell, TableRow } from '@bakkum/document-model/model';
import type { TableDraft } from './drafts.ts';
import type { InlineContext } from './inlines.ts';
import type { Column } from './lines.ts';
import { type Fill, type Glyph, holds, widthOf } from './page-content.ts';
import { cellParagraph, draftsOf } from './paragraph-drafts.ts';
import { rowsOf } from './rows.ts';
import { type Edge, type Grid, type GridCell, shadingOf } from './ruled-tables.ts';
import { segmentsOf } from './segments.ts';
import type { AlignedTable } from './unruled-tables.ts';

/** What a table's cells are filled from. */
export type CellSource = {
  readonly glyphs: readonly Glyph[];
  readonly roles: ReadonlyMap<number, string>;
  readonly context: InlineContext;
};

/** Usual room between a cell's edge and its text, in points. */
const PADDING = 4;

/** A table between lines, with the words that stand in its cells. */
export function gridDraft(grid: Grid, column: Column, source: CellSource): TableDraft {
  const rows = grid.ys.slice(0, -1).map((top, row): TableRow => {
    const height = (grid.ys[row + 1] ?? top) - top;
    return { height, cells: grid.cells.filter((cell) => cell.row === row).map((cell) => gridCell(cell, source)) };
  });
  const columnWidths = grid.xs.slice(0, -1).map((left, index) => (grid.xs[index + 1] ?? left) - left);
  const table: Table = {
    kind: 'table',
    columnWidths,
    indentStart: grid.left - column.left,
    spaceBefore: 0,
    rows: markHeader(rows),
  };
  return { left: grid.left, top: grid.top, right: grid.right, bottom: grid.bottom, kind: 'table', column, table };
}

function gridCell(cell: GridCell, { glyphs, roles, context }: CellSource): TableCell {
  const inside = glyphs.filter((glyph) => holds(cell, glyph));
  const rows = rowsOf(segmentsOf(inside));
  const pad = Math.min(PADDING, Math.max(0, Math.min(...rows.map(({ left }) => left - cell.left))));
  const paragraphs = draftsOf(rows, { left: cell.left + pad, right: cell.right - pad }, roles, context).map(cellParagraph);
  const top = rows[0] ? rows[0].top - cell.top : 0;
  const bottom = rows.length > 0 ? cell.bottom - (rows.at(-1)?.bottom ?? cell.bottom) : 0;
  const isCentred = top > 1 && Math.abs(top - bottom) < Math.max(2.5, (top + bottom) * 0.3);
  return {
    column: cell.column,
    columnSpan: cell.columnSpan,
    rowSpan: cell.rowSpan,
    ...(cell.shading ? { shading: cell.shading } : {}),
    borders: bordersOf(cell.edges),
    ...(isCentred ? { verticalAlignment: 'center' as const } : {}),
    paragraphs,
  };
}

function bordersOf(edges: GridCell['edges']): Readonly<Partial<Record<Side, Border>>> {
  const border = (edge: Edge | undefined): Border | undefined => edge && { width: edge.thickness, colour: edge.colour };
  const sides = { top: border(edges.top), right: border(edges.right), bottom: border(edges.bottom), left: border(edges.left) };
  return Object.fromEntries(Object.entries(sides).filter(([, edge]) => edge !== undefined));
}

/** The first row heads the table where it alone is shaded or bold. */
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

/** A table told by the places of its words alone. */
export function alignedDraft(aligned: AlignedTable, column: Column, fills: readonly Fill[], source: CellSource): TableDraft {
  const edges = edgesOf(aligned, column);
  const rows = aligned.rows.map(
    (cells): TableRow => ({
      cells: cells.map((cell): TableCell => {
        const left = edges[cell.column] ?? aligned.left;
        const right = edges[cell.column + cell.columnSpan] ?? aligned.right;
        const parts = rowsOf(cell.parts);
        const inner = {
          left: Math.min(left + PADDING, ...parts.map((part) => part.left)),
          right: Math.max(right - PADDING, ...parts.map((part) => part.right)),
        };
        const home = aligned.columns[cell.column];
        const drafts = draftsOf(
          parts,
          home && cell.columnSpan === 1 ? { left: home.left, right: home.right } : inner,
          source.roles,
          source.context,
        );
        const [first] = cell.parts;
        const shading = first && shadingOf(first, fills);
        return {
          column: cell.column,
          columnSpan: cell.columnSpan,
          rowSpan: 1,
          ...(shading ? { shading } : {}),
          borders: {},
          paragraphs: drafts.map(cellParagraph),
        };
      }),
    }),
  );
  const columnWidths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? edge));
  const table: Table = {
    kind: 'table',
    columnWidths,
    indentStart: (edges[0] ?? column.left) - column.left,
    spaceBefore: 0,
    rows: markHeader(rows),
  };
  return { left: aligned.left, top: aligned.top, right: aligned.right, bottom: aligned.bottom, kind: 'table', column, table };
}

/** Halfway between the words of neighbouring columns. */
function edgesOf({ columns, left, right }: AlignedTable, column: Column): readonly number[] {
  const inner = columns.slice(1).map((next, index) => ((columns[index]?.right ?? next.left) + next.left) / 2);
  const last = columns.at(-1);
  const widest = last
    ? Math.min(Math.max(right + PADDING, last.left + widthOf(last) + PADDING * 2), Math.max(column.right + PADDING, right))
    : right;
  return [left - PADDING, ...inner, widest];
}
