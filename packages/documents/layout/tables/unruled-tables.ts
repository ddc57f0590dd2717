import { type Box, shared, union, widthOf } from '../page-content.ts';
import type { Row } from '../text/rows.ts';
import { type Segment, textOf } from '../text/segments.ts';

export type AlignedCell = { readonly column: number; readonly columnSpan: number; readonly parts: readonly Segment[] };

/** Rows whose parts are aligned in columns without ruling lines. */
export type AlignedTable = Box & { readonly columns: readonly Box[]; readonly rows: readonly (readonly AlignedCell[])[] };

/** Edges closer than this are aligned, in points. */
const ALIGNED = 3.5;
/** Rows with one cell among others are continuation lines; more than this many end the table. */
const MAX_CONTINUATION_LINES = 2;

/** Splits rows into tables and the text between them, in order. */
export function splitTables(rows: readonly Row[]): readonly (AlignedTable | readonly Row[])[] {
  const result: (AlignedTable | Row[])[] = [];
  const keep = (row: Row): void => {
    const last = result.at(-1);
    if (Array.isArray(last)) last.push(row);
    else result.push([row]);
  };
  for (let index = 0; index < rows.length; ) {
    const run = runFrom(rows, index);
    const table = run.length > 1 ? tableFrom(run) : undefined;
    if (table) {
      result.push(table);
      index += run.length;
    } else {
      for (const row of run.length > 1 ? run : rows.slice(index, index + 1)) keep(row);
      index += Math.max(1, run.length);
    }
  }
  return result;
}

/** Candidate rows for a table from `start`: rows of several parts with few single ones between. */
function runFrom(rows: readonly Row[], start: number): readonly Row[] {
  let end = start;
  let continued = 0;
  for (let index = start; index < rows.length; index++) {
    const row = rows[index];
    const above = rows[index - 1];
    if (!row || (index > start && above && row.top - above.bottom > Math.max(row.size, above.size) * 2.2)) break;
    if (row.parts.length >= 2) {
      end = index + 1;
      continued = 0;
    } else if (index === start || (continued += 1) > MAX_CONTINUATION_LINES) break;
  }
  return rows.slice(start, end);
}

function tableFrom(rows: readonly Row[]): AlignedTable | undefined {
  const several = rows.filter(({ parts }) => parts.length >= 2);
  const most = Math.max(...several.map(({ parts }) => parts.length));
  if (several.length < (most >= 3 ? 2 : 3) || isContents(several)) return undefined;
  const columns = columnsOf(several, most);
  if (columns.length < 2 || columns.length < most * 0.6 || !areAligned(several, columns)) return undefined;
  const cells: AlignedCell[][] = [];
  for (const row of rows) {
    const placed = row.parts.map((part) => ({ ...placeOf(part, columns), parts: [part] }));
    const isClear = placed.every(
      (cell, index) => cell.column >= (placed[index - 1]?.column ?? -1) + (placed[index - 1]?.columnSpan ?? 1),
    );
    if (!isClear) return undefined;
    const above = cells.at(-1);
    if (above && isContinued(row, rows, placed)) appendTo(above, placed);
    else cells.push(placed);
  }
  if (cells.length < 2) return undefined;
  return { ...union(rows), columns, rows: cells };
}

const NOTHING = { glyphs: [] };

/** A list of headings with page numbers is a table of contents, not a table. */
function isContents(rows: readonly Row[]): boolean {
  if (rows.filter(({ parts }) => parts.at(-1)?.isLed).length * 2 > rows.length) return true;
  if (!rows.every(({ parts }) => parts.length === 2 || (parts.length === 3 && /^[\dA-Z.]+$/.test(textOf(parts[0] ?? NOTHING)))))
    return false;
  const numbers = rows.map(({ parts }) => Number(textOf(parts.at(-1) ?? NOTHING).replace(/^[.·\s]+/, '') || Number.NaN));
  return numbers.every((number, index) => Number.isInteger(number) && number >= (numbers[index - 1] ?? 0));
}

/** Column spans from full rows; other rows may widen a column but not join two. */
function columnsOf(rows: readonly Row[], most: number): readonly Box[] {
  let columns: Box[] = [];
  const full = rows.filter(({ parts }) => parts.length === most);
  for (const part of full.flatMap(({ parts }) => parts)) columns = widen(columns, part);
  for (const part of rows.filter((row) => !full.includes(row)).flatMap(({ parts }) => parts)) {
    const touched = columns.filter((column) => shared(column.left, column.right, part.left, part.right) > 0);
    if (touched.length < 2) columns = widen(columns, part);
  }
  return columns.sort((a, b) => a.left - b.left);
}

function widen(columns: readonly Box[], part: Box): Box[] {
  const touched = columns.filter((column) => shared(column.left, column.right, part.left, part.right) > -1);
  return [...columns.filter((column) => !touched.includes(column)), union([...touched, part])];
}

function placeOf(part: Segment, columns: readonly Box[]): { readonly column: number; readonly columnSpan: number } {
  const touched = columns.flatMap((column, index) =>
    shared(column.left, column.right, part.left, part.right) > 0 ? [index] : [],
  );
  const [first = 0] = touched;
  return { column: first, columnSpan: Math.max(1, touched.length) };
}

/** Whether most columns share a left edge, a right edge or a centre. */
function areAligned(rows: readonly Row[], columns: readonly Box[]): boolean {
  const parts = rows.flatMap((row) => row.parts);
  const aligned = columns.filter((column) => {
    const inside = parts.filter((part) => shared(column.left, column.right, part.left, part.right) > widthOf(part) / 2);
    const shares = (edge: (part: Box) => number): boolean =>
      inside.filter((part) => inside.some((other) => other !== part && Math.abs(edge(other) - edge(part)) < ALIGNED)).length >=
      inside.length * 0.6;
    return (
      inside.length < 2 ||
      shares(({ left }) => left) ||
      shares(({ right }) => right) ||
      shares(({ left, right }) => (left + right) / 2)
    );
  });
  return aligned.length >= columns.length * 0.75;
}

/** Whether a row continues the cells above: it has no first cell, and is closer than rows usually are. */
function isContinued(row: Row, rows: readonly Row[], placed: readonly AlignedCell[]): boolean {
  if (placed.length > 1 && placed.some(({ column }) => column === 0)) return false;
  const pitches = rows.slice(1).map((one, index) => one.baseline - (rows[index]?.baseline ?? one.baseline));
  const index = rows.indexOf(row);
  const pitch = pitches[index - 1] ?? Number.POSITIVE_INFINITY;
  return pitch < row.size * 1.45 && (placed.length === 1 || pitch < Math.max(...pitches) * 0.8);
}

function appendTo(above: AlignedCell[], placed: readonly AlignedCell[]): void {
  for (const cell of placed) {
    const index = above.findIndex(({ column, columnSpan }) => cell.column >= column && cell.column < column + columnSpan);
    const home = above[index];
    if (home) above[index] = { ...home, parts: [...home.parts, ...cell.parts] };
    else above.push(cell);
  }
  above.sort((a, b) => a.column - b.column);
}
