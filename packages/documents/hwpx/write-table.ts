import type { Table, TableCell, TableRow } from '@bakkum/document-model/model';
import { units } from './write-package.ts';
import { tablePlaceXml, wrapName } from './write-place.ts';
import { blocksXml, listXml, type Writing } from './write-text.ts';

const CELL_MARGINS = { left: 510, right: 510, top: 141, bottom: 141 };
const MIN_HEIGHT = 15;
const VERTICAL = { top: 'TOP', center: 'CENTER', bottom: 'BOTTOM' } as const;

/** A separate block table that may span pages. */
export function tableXml(table: Table, writing: Writing): string {
  const widths = fitted(table.columnWidths, writing.width);
  const width = units(widths.reduce((sum, column) => sum + column, 0));
  const heights = table.rows.map(({ height }) => height ?? MIN_HEIGHT);
  const height = units(heights.reduce((sum, row) => sum + row, 0));
  const repeats = table.rows[0]?.isHeader ? 1 : 0;
  const rows = table.rows.map((row, index) => rowXml(row, index, widths, heights, writing)).join('');
  return (
    `<hp:tbl id="${writing.nextId()}" zOrder="0" numberingType="TABLE" textWrap="${wrapName(table.float)}" textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" pageBreak="CELL" repeatHeader="${repeats}" ` +
    `rowCnt="${table.rows.length}" colCnt="${widths.length}" cellSpacing="0" borderFillIDRef="1" noAdjust="0">` +
    `<hp:sz width="${width}" widthRelTo="ABSOLUTE" height="${height}" heightRelTo="ABSOLUTE" protect="0"/>` +
    tablePlaceXml(table) +
    `<hp:outMargin left="0" right="0" top="${units(table.spaceBefore)}" bottom="283"/><hp:inMargin ${marginsXml()}/>${rows}</hp:tbl>`
  );
}

/** Columns at their requested widths, or scaled down to fit. */
function fitted(widths: readonly number[], most: number): readonly number[] {
  const sum = widths.reduce((total, width) => total + width, 0);
  return sum > most ? widths.map((width) => (width * most) / sum) : widths;
}

function marginsXml(): string {
  return Object.entries(CELL_MARGINS)
    .map(([side, width]) => `${side}="${width}"`)
    .join(' ');
}

function rowXml(row: TableRow, index: number, widths: readonly number[], heights: readonly number[], writing: Writing): string {
  const cells = row.cells.map((cell) => cellXml(cell, row, index, widths, heights, writing));
  return `<hp:tr>${cells.join('')}</hp:tr>`;
}

function cellXml(
  cell: TableCell,
  { isHeader }: TableRow,
  row: number,
  widths: readonly number[],
  heights: readonly number[],
  writing: Writing,
): string {
  const { column, columnSpan, rowSpan } = cell;
  const width = widths.slice(column, column + columnSpan).reduce((sum, part) => sum + part, 0);
  const height = heights.slice(row, row + rowSpan).reduce((sum, part) => sum + part, 0);
  const inner = { ...writing, width: Math.max(10, width - 10) };
  const text = blocksXml(cell.blocks ?? cell.paragraphs, inner);
  return (
    `<hp:tc name="" header="${isHeader ? 1 : 0}" hasMargin="0" protect="0" editable="0" dirty="0" borderFillIDRef="${writing.head.boxId(cell)}">` +
    listXml(text, VERTICAL[cell.verticalAlignment ?? 'center']) +
    `<hp:cellAddr colAddr="${column}" rowAddr="${row}"/><hp:cellSpan colSpan="${columnSpan}" rowSpan="${rowSpan}"/>` +
    `<hp:cellSz width="${units(width)}" height="${units(height)}"/><hp:cellMargin ${marginsXml()}/></hp:tc>`
  );
}
