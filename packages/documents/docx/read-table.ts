import { cellContent } from '@bakkum/document-model/cell-content';
import type { Border, Side, Table, TableCell, TableRow } from '@bakkum/document-model/model';
import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { switchOf, twipsOf, valueOf } from './parts.ts';
import { readBlocks } from './read-blocks.ts';
import type { Reading } from './reading.ts';
import { shadingOf } from './styles.ts';

type Cell = { readonly cell: TableCell; readonly merge: 'restart' | 'continue' | undefined };

/** Reads a table, including tables inside its cells. */
export function readTable(table: XmlElement, reading: Reading): Table {
  const properties = childOf(table, 'tblPr');
  const style = reading.styles.table(valueOf(properties, 'tblStyle'));
  const around = childOf(properties, 'tblBorders') ?? childOf(childOf(style, 'tblPr'), 'tblBorders');
  const rows = contentOf(table, 'tr').map((row) => readRow(row, around, reading));
  const merged = rows.map(({ cells }, index) =>
    cells.flatMap(({ cell, merge }) =>
      merge === 'continue' ? [] : [{ ...cell, rowSpan: merge === 'restart' ? spanOf(rows, index, cell.column) : 1 }],
    ),
  );
  const count = rows.reduce(
    (most, { cells }) => cells.reduce((end, { cell }) => Math.max(end, cell.column + cell.columnSpan), most),
    1,
  );
  reading.spaceAfter = 0;
  return {
    kind: 'table',
    columnWidths: widthsOf(table, count),
    indentStart: Math.max(0, twipsOf(childOf(properties, 'tblInd'), 'w:w') ?? 0),
    spaceBefore: 0,
    rows: rows.map(
      ({ height, isHeader }, index): TableRow => ({
        ...(height !== undefined && { height }),
        ...(isHeader && { isHeader }),
        cells: merged[index] ?? [],
      }),
    ),
  };
}

/** Rows or cells, including those in content controls. */
function contentOf(parent: XmlElement, name: string): readonly XmlElement[] {
  return elementsOf(parent).flatMap((child): readonly XmlElement[] => {
    if (child.name === name) return [child];
    return ['sdt', 'sdtContent', 'ins', 'customXml'].includes(child.name) ? contentOf(child, name) : [];
  });
}

type Row = { readonly cells: readonly Cell[]; readonly height: number | undefined; readonly isHeader: boolean };

function readRow(row: XmlElement, around: XmlElement | undefined, reading: Reading): Row {
  const properties = childOf(row, 'trPr');
  let column = Number(valueOf(properties, 'gridBefore') ?? 0) || 0;
  const cells = contentOf(row, 'tc').map((element) => {
    const cell = readCell(element, column, around, reading);
    column += cell.cell.columnSpan;
    return cell;
  });
  const height = Number.parseFloat(valueOf(properties, 'trHeight') ?? '') / 20;
  return { cells, height: height > 0 ? height : undefined, isHeader: switchOf(properties, 'tblHeader') === true };
}

function readCell(element: XmlElement, column: number, around: XmlElement | undefined, reading: Reading): Cell {
  const properties = childOf(element, 'tcPr');
  const vertical = valueOf(properties, 'vAlign');
  const merge = childOf(properties, 'vMerge');
  reading.spaceAfter = 0;
  const cell: TableCell = {
    column,
    columnSpan: Math.max(1, Number(valueOf(properties, 'gridSpan') ?? 1) || 1),
    rowSpan: 1,
    borders: bordersOf(childOf(properties, 'tcBorders'), around),
    verticalAlignment: vertical === 'center' || vertical === 'bottom' ? vertical : 'top',
    ...shadingOf(properties),
    ...cellContent(readBlocks(element, reading)),
  };
  return { cell, merge: merge && (merge.attributes['w:val'] === 'restart' ? 'restart' : 'continue') };
}

const SIDES: readonly (readonly [Side, string, string])[] = [
  ['top', 'top', 'insideH'],
  ['right', 'right', 'insideV'],
  ['bottom', 'bottom', 'insideH'],
  ['left', 'left', 'insideV'],
];

/** Borders of the cell, else of the table; inner borders replace missing outer ones. */
function bordersOf(own: XmlElement | undefined, around: XmlElement | undefined): TableCell['borders'] {
  const borders: Partial<Record<Side, Border>> = {};
  for (const [side, name, inner] of SIDES) {
    const told = childOf(own, name) ?? childOf(around, inner) ?? childOf(around, name);
    const kind = told?.attributes['w:val'];
    if (!told || kind === undefined || kind === 'nil' || kind === 'none') continue;
    const colour = told.attributes['w:color'] ?? '';
    // Eighths of a point.
    const width = (Number(told.attributes['w:sz']) || 4) / 8;
    borders[side] = { width, colour: /^[0-9a-f]{6}$/i.test(colour) ? `#${colour.toLowerCase()}` : '#000000' };
  }
  return borders;
}

/** Number of rows a vertically merged cell covers. */
function spanOf(rows: readonly Row[], start: number, column: number): number {
  let span = 1;
  const continues = (row: Row | undefined): boolean =>
    row?.cells.some(({ cell, merge }) => merge === 'continue' && cell.column === column) === true;
  while (continues(rows[start + span])) span += 1;
  return span;
}

const PLAIN_WIDTH = 60;

function widthsOf(table: XmlElement, count: number): readonly number[] {
  const grid = childOf(table, 'tblGrid');
  const told = grid ? elementsOf(grid).map((column) => twipsOf(column, 'w:w') ?? 0) : [];
  return Array.from({ length: count }, (_, index) => told[index] || PLAIN_WIDTH);
}
