import { cellContent } from '@bakkum/document-model/cell-content';
import type { Block, Float, PageSetup, Table, TableCell, TableRow } from '@bakkum/document-model/model';
import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { numberIn, pointsIn } from './attributes.ts';
import { floatOf } from './floats.ts';
import { blocksOf, paragraphsOf, type Reading } from './read-text.ts';

type Cell = { readonly row: number; readonly width: number; readonly height: number; readonly cell: TableCell };

const VERTICAL: Readonly<Record<string, TableCell['verticalAlignment']>> = { TOP: 'top', CENTER: 'center', BOTTOM: 'bottom' };

/** Reads a table and its caption. A single cell around other tables that does not float is a frame, so its content is returned instead. */
export function readTable(table: XmlElement, reading: Reading): readonly Block[] {
  const rows = elementsOf(table).filter(({ name }) => name === 'tr');
  const [only, ...others] = rows.flatMap(elementsOf).filter(({ name }) => name === 'tc');
  const inside = only && others.length === 0 ? childOf(only, 'subList') : undefined;
  if (inside && holdsTable(inside) && !floats(table)) {
    return blocksOf(inside, reading);
  }
  const cells = rows.flatMap((row, index) =>
    elementsOf(row)
      .filter(({ name }) => name === 'tc')
      .map((cell) => readCell(cell, index, table, reading)),
  );
  const caption = childOf(childOf(table, 'caption'), 'subList');
  const words = caption ? paragraphsOf(caption, reading) : [];
  const isAbove = childOf(table, 'caption')?.attributes['side'] === 'TOP';
  if (cells.length === 0) return words;
  const read = tableOf(cells, table, reading.page);
  return isAbove ? [...words, read] : [read, ...words];
}

function holdsTable(list: XmlElement): boolean {
  return elementsOf(list).some((paragraph) =>
    elementsOf(paragraph).some((run) => elementsOf(run).some(({ name }) => name === 'tbl')),
  );
}

function readCell(element: XmlElement, index: number, table: XmlElement, reading: Reading): Cell {
  const address = childOf(element, 'cellAddr');
  const span = childOf(element, 'cellSpan');
  const size = childOf(element, 'cellSz');
  const list = childOf(element, 'subList');
  const box = reading.styles.box(element.attributes['borderFillIDRef'] ?? table.attributes['borderFillIDRef']);
  const vertical = VERTICAL[list?.attributes['vertAlign'] ?? ''];
  const cell: TableCell = {
    column: numberIn(address, 'colAddr'),
    columnSpan: Math.max(1, numberIn(span, 'colSpan')),
    rowSpan: Math.max(1, numberIn(span, 'rowSpan')),
    borders: box.borders,
    ...(box.shading !== undefined && { shading: box.shading }),
    ...(vertical && { verticalAlignment: vertical }),
    ...cellContent(list ? blocksOf(list, reading) : []),
  };
  const row = address ? numberIn(address, 'rowAddr') : index;
  return { row, width: pointsIn(size, 'width'), height: pointsIn(size, 'height'), cell };
}

function tableOf(cells: readonly Cell[], table: XmlElement, page: PageSetup): Table {
  const columnCount = cells.reduce((most, { cell }) => Math.max(most, cell.column + cell.columnSpan), 1);
  const rowCount = cells.reduce((most, { row, cell }) => Math.max(most, row + cell.rowSpan), 1);
  const repeats = table.attributes['repeatHeader'] === '1';
  const titles = new Set(titleRows(table));
  const rows = Array.from({ length: rowCount }, (_, index): TableRow => {
    const own = cells.filter(({ row }) => row === index).sort((a, b) => a.cell.column - b.cell.column);
    const height = Math.max(0, ...own.filter(({ cell }) => cell.rowSpan === 1).map((cell) => cell.height));
    return {
      ...(height > 0 && { height }),
      ...(repeats && titles.has(index) && { isHeader: true }),
      cells: own.map(({ cell }) => cell),
    };
  });
  const widths = columnWidths(cells, columnCount);
  const width = widths.reduce((sum, one) => sum + one, 0);
  return { kind: 'table', columnWidths: widths, ...placeOf(table, width, page), spaceBefore: 0, rows };
}

/** A table above and below which text flows is a block of its own. */
function isBlock({ wrap, vertical }: Float): boolean {
  return wrap === 'above-and-below' && vertical.area === 'paragraph';
}

function floats(table: XmlElement): boolean {
  const float = floatOf(table);
  return float !== undefined && !isBlock(float);
}

function placeOf(table: XmlElement, width: number, page: PageSetup): Pick<Table, 'indentStart' | 'alignment' | 'float'> {
  const indent = Math.max(0, pointsIn(childOf(table, 'outMargin'), 'left'));
  const float = floatOf(table);
  if (!float) return { indentStart: indent };
  if (!isBlock(float)) return { indentStart: indent, float };
  const { horizontal } = float;
  if (horizontal.area === 'page') {
    const shift = pointsIn(childOf(table, 'pos'), 'horzOffset');
    return { indentStart: fromPage(horizontal, shift, page.width - width) - page.margins.left };
  }
  if ('offset' in horizontal) return { indentStart: Math.max(0, indent + horizontal.offset) };
  const { alignment } = horizontal;
  return { indentStart: 0, ...(alignment !== 'start' && { alignment }) };
}

/**
 * Distance from the left edge of the page.
 * @param shift distance from the edge or middle to which the table is aligned
 * @param room width of the page that the table leaves
 */
function fromPage(place: Float['horizontal'], shift: number, room: number): number {
  if ('offset' in place || place.alignment === 'start') return shift;
  return place.alignment === 'center' ? room / 2 + shift : room - shift;
}

/** Rows at the top in which every cell is marked as a title. */
function* titleRows(table: XmlElement): Generator<number> {
  const rows = elementsOf(table).filter(({ name }) => name === 'tr');
  for (const [index, row] of rows.entries()) {
    const cells = elementsOf(row).filter(({ name }) => name === 'tc');
    if (cells.length === 0 || !cells.every(({ attributes }) => attributes['header'] === '1')) return;
    yield index;
  }
}

/** Measures narrow cells first; the remaining width of a wider cell is shared by its unmeasured columns. */
function columnWidths(cells: readonly Cell[], count: number): readonly number[] {
  const widths = Array.from({ length: count }, () => 0);
  for (const { cell, width } of [...cells].sort((a, b) => a.cell.columnSpan - b.cell.columnSpan)) {
    const columns = Array.from({ length: cell.columnSpan }, (_, index) => cell.column + index);
    const unknown = columns.filter((column) => widths[column] === 0);
    const known = columns.reduce((sum, column) => sum + (widths[column] ?? 0), 0);
    for (const column of unknown) widths[column] = Math.max(1, (width - known) / unknown.length);
  }
  return widths.map((width) => width || 20);
}
