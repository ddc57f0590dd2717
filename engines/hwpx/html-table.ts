import { cellContent } from '@bakkum/document-model/cell-content';
import type { Block, Border, Side, Table, TableCell, TableRow } from '@bakkum/document-model/model';
import { parseCssColour } from '@bakkum/markup/colour';
import { declarationsOf } from './css.ts';
import { type Place, placeInside, type Reading, readBlocks } from './html-blocks.ts';
import { TEXT_WIDTH } from './page.ts';
import { elementsIn, type HtmlElement } from './tree.ts';

const LINE: Border = { width: 0.34, colour: '#000000' };
const ALL_SIDES: Readonly<Record<Side, Border>> = { top: LINE, right: LINE, bottom: LINE, left: LINE };
const TITLE_SHADING = '#e7e7e7';
/** Upper limits of `colspan` and `rowspan` (HTML, 4.9.11). */
const MAX_COLUMNS = 1000;
const MAX_ROWS = 65_534;
const MIN_COLUMN_WIDTH = 12;

type CellContent = Pick<TableCell, 'paragraphs' | 'blocks'>;
type Row = { readonly element: HtmlElement; readonly isHeader: boolean };

/** Reads a table with its caption above. */
export function readHtmlTable(table: HtmlElement, place: Place, reading: Reading): readonly Block[] {
  const caption = elementsIn(table).filter(({ name }) => name === 'caption');
  const words = caption.flatMap((element) =>
    readBlocks(element, { ...placeInside(element, place), alignment: 'center' }, reading),
  );
  const rows = rowsOf(table);
  const covered: number[] = [];
  const read = rows.map(({ element, isHeader }, index): TableRow => {
    const cells = readRow(element, index, rows.length, covered, (cell) => contentIn(cell, place, reading));
    return { cells, ...(isHeader && { isHeader }) };
  });
  const count = covered.length;
  if (count === 0) return words;
  const model: Table = { kind: 'table', columnWidths: columnWidths(table, count), indentStart: 0, spaceBefore: 4, rows: read };
  return [...words, model];
}

function rowsOf(table: HtmlElement): readonly Row[] {
  return elementsIn(table).flatMap((part): readonly Row[] => {
    if (part.name === 'tr') return [{ element: part, isHeader: false }];
    if (!['thead', 'tbody', 'tfoot'].includes(part.name)) return [];
    return elementsIn(part)
      .filter(({ name }) => name === 'tr')
      .map((element) => ({ element, isHeader: part.name === 'thead' }));
  });
}

/** `covered` holds, for each column, the last row occupied by a cell from above; it grows with the table. */
function readRow(
  row: HtmlElement,
  index: number,
  rowCount: number,
  covered: number[],
  contentOf: (cell: HtmlElement) => CellContent,
): readonly TableCell[] {
  let column = 0;
  return elementsIn(row)
    .filter(({ name }) => name === 'td' || name === 'th')
    .map((element) => {
      while ((covered[column] ?? 0) > index) column += 1;
      const free = covered.findIndex((until, at) => at > column && until > index);
      const most = free < 0 ? MAX_COLUMNS : free - column;
      const columnSpan = Math.min(most, spanOf(element, 'colspan', MAX_COLUMNS));
      const rowSpan = Math.min(rowCount - index, spanOf(element, 'rowspan', MAX_ROWS));
      for (let at = column; at < column + columnSpan; at += 1) covered[at] = index + rowSpan;
      const cell = { column, columnSpan, rowSpan, ...boxOf(element), ...contentOf(element) };
      column += columnSpan;
      return cell;
    });
}

function spanOf({ attributes }: HtmlElement, name: string, most: number): number {
  const span = Math.trunc(Number(attributes.get(name) ?? 1));
  return span >= 1 ? Math.min(most, span) : 1;
}

function boxOf({ name, attributes }: HtmlElement): Pick<TableCell, 'borders' | 'shading' | 'verticalAlignment'> {
  const declared = declarationsOf(attributes.get('style'));
  const colour = parseCssColour(
    declared.get('background-color') ?? declared.get('background') ?? attributes.get('bgcolor') ?? '',
  );
  const shading = colour ?? (name === 'th' ? TITLE_SHADING : undefined);
  return { borders: ALL_SIDES, verticalAlignment: 'center', ...(shading !== undefined && { shading }) };
}

function contentIn(cell: HtmlElement, place: Place, reading: Reading): CellContent {
  const inside = placeInside(cell, { ...place, quoted: 0, level: -1, alignment: undefined });
  const alignment = inside.alignment ?? (cell.name === 'th' ? 'center' : 'start');
  const blocks = readBlocks(cell, { ...inside, alignment }, reading);
  return cellContent(blocks.map((block) => (block.kind === 'paragraph' ? { ...block, spaceBefore: 0 } : block)));
}

/** Column widths as fractions of the text width, from the page or equal. */
function columnWidths(table: HtmlElement, count: number): readonly number[] {
  const columns = elementsIn(table)
    .flatMap((part) => (part.name === 'colgroup' ? elementsIn(part) : [part]))
    .filter(({ name }) => name === 'col');
  const shares = columns.map(({ attributes }) => {
    const width = declarationsOf(attributes.get('style')).get('width') ?? attributes.get('width') ?? '';
    return Number.parseFloat(width) || 0;
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  const isTold = columns.length === count && shares.every((share) => share > 0);
  return Array.from({ length: count }, (_, index) =>
    Math.max(MIN_COLUMN_WIDTH, isTold ? (TEXT_WIDTH * (shares[index] ?? 0)) / sum : TEXT_WIDTH / count),
  );
}
