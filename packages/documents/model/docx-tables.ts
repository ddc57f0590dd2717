import { paragraphsWithin } from './cell-content.ts';
import { anchoredBoxes, type Box, boxXml, frameOf, inlined, isBox, PADDING } from './docx-boxes.ts';
import { type ListNumbers, paragraphXml } from './docx-paragraphs.ts';
import { type Relations, shadingXml, twips } from './docx-runs.ts';
import type { Block, Border, Float, FloatPlace, Side, Table, TableCell } from './model.ts';

const SIDES: readonly Side[] = ['top', 'left', 'bottom', 'right'];

/** A table with fixed column widths. Cells covered from above continue the cell above; missing cells become empty ones. */
export function tableXml(table: Table, relations: Relations, numberOf: ListNumbers): string {
  const widths = table.columnWidths.map((width) => Math.max(1, twips(width)));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const { left, right } = table.padding ?? { left: PADDING, right: PADDING };
  const properties =
    `<w:tblPr>${table.float ? floatXml(table.float) : ''}<w:tblW w:w="${total}" w:type="dxa"/>` +
    (table.alignment ? `<w:jc w:val="${table.alignment === 'center' ? 'center' : 'right'}"/>` : '') +
    `<w:tblInd w:w="${twips(table.indentStart)}" w:type="dxa"/>` +
    '<w:tblLayout w:type="fixed"/>' +
    `<w:tblCellMar><w:left w:w="${twips(left)}" w:type="dxa"/><w:right w:w="${twips(right)}" w:type="dxa"/></w:tblCellMar></w:tblPr>`;
  const grid = `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`;
  const covering = new Map<number, { readonly cell: TableCell; rows: number }>();
  const rows = table.rows.map((row) => {
    const cells: string[] = [];
    for (let column = 0; column < widths.length; ) {
      const above = covering.get(column);
      const own = row.cells.find((cell) => cell.column === column);
      const cell = above?.cell ?? own ?? emptyCell(column);
      cells.push(cellXml(cell, above ? 'continue' : cell.rowSpan > 1 ? 'restart' : undefined, widths, relations, numberOf));
      if (above) {
        above.rows -= 1;
        if (above.rows === 0) covering.delete(column);
      } else if (cell.rowSpan > 1) covering.set(column, { cell, rows: cell.rowSpan - 1 });
      column += cell.columnSpan;
    }
    const height = row.height === undefined ? '' : `<w:trHeight w:val="${twips(row.height)}" w:hRule="atLeast"/>`;
    const header = row.isHeader && !row.isOnce ? '<w:tblHeader/>' : '';
    return `<w:tr><w:trPr><w:cantSplit/>${height}${header}</w:trPr>${cells.join('')}</w:tr>`;
  });
  return `<w:tbl>${properties}${grid}${rows.join('')}</w:tbl>`;
}

const DISTANCE_FROM_TEXT = 6;

/** A table around which text flows (ECMA-376, part 1, 17.4.57). */
function floatXml({ horizontal, vertical }: Float): string {
  const areaOf = (area: string): string => (area === 'page' || area === 'margin' ? area : 'text');
  const distance = twips(DISTANCE_FROM_TEXT);
  return (
    `<w:tblpPr w:leftFromText="${distance}" w:rightFromText="${distance}" w:vertAnchor="${areaOf(vertical.area)}" w:horzAnchor="${areaOf(horizontal.area)}" ` +
    `${floatPosition('X', horizontal, 'left', 'right')} ${floatPosition('Y', vertical, 'top', 'bottom')}/>`
  );
}

/** A distance of 0 would mean no position. */
function floatPosition(axis: 'X' | 'Y', place: FloatPlace<string>, start: string, end: string): string {
  if ('offset' in place) return `w:tblp${axis}="${twips(place.offset) || 1}"`;
  return `w:tblp${axis}Spec="${place.alignment === 'center' ? 'center' : place.alignment === 'start' ? start : end}"`;
}

const emptyCell = (column: number): TableCell => ({ column, columnSpan: 1, rowSpan: 1, borders: {}, paragraphs: [] });

function cellXml(
  cell: TableCell,
  merge: 'restart' | 'continue' | undefined,
  widths: readonly number[],
  relations: Relations,
  numberOf: ListNumbers,
): string {
  const width = widths.slice(cell.column, cell.column + cell.columnSpan).reduce((sum, one) => sum + one, 0);
  const parts = [
    `<w:tcW w:w="${width}" w:type="dxa"/>`,
    cell.columnSpan > 1 ? `<w:gridSpan w:val="${cell.columnSpan}"/>` : '',
    merge ? `<w:vMerge w:val="${merge}"/>` : '',
    borders(cell.borders),
    cell.shading ? shadingXml(cell.shading) : '',
    cell.verticalAlignment && cell.verticalAlignment !== 'top' ? `<w:vAlign w:val="${cell.verticalAlignment}"/>` : '',
  ];
  const blocks = merge === 'continue' ? [] : (cell.blocks ?? cell.paragraphs);
  return `<w:tc><w:tcPr>${parts.join('')}</w:tcPr>${insideXml(blocks, relations, numberOf)}</w:tc>`;
}

function minimalParagraph(runs = '', space = 0): string {
  const before = space > 1 ? ` w:before="${twips(space - 1)}"` : '';
  return `<w:p><w:pPr><w:spacing${before} w:after="0" w:line="20" w:lineRule="atLeast"/><w:rPr><w:sz w:val="2"/></w:rPr></w:pPr>${runs}</w:p>`;
}

/** The content of a cell or text box. It must end with a paragraph; if it does not, a minimal one is added. */
function insideXml(blocks: readonly Block[], relations: Relations, numberOf: ListNumbers): string {
  const anchored = anchoredBoxes(blocks.map(inCell));
  const content = anchored.map(({ block, boxes }, index) => {
    const runs = boxRuns(boxes, relations, numberOf);
    if (!block) return minimalParagraph(runs);
    if (block.kind === 'table') {
      const needsGap = block.spaceBefore > 1 || runs !== '' || anchored[index - 1]?.block?.kind === 'table';
      return (needsGap ? minimalParagraph(runs, block.spaceBefore) : '') + tableXml(block, relations, numberOf);
    }
    return paragraphsWithin([block])
      .map((paragraph) => paragraphXml(paragraph, relations, numberOf, { runs }))
      .join('');
  });
  const last = anchored.at(-1);
  return content.join('') + (last && last.block?.kind !== 'table' ? '' : minimalParagraph());
}

/** A block as it is inside a cell. Floating tables keep only places that are measured from the cell; others become inline. */
function inCell(block: Block): Block {
  if (block.kind !== 'table' || !block.float) return block;
  const { float, ...table } = block;
  return isBox(block) && float.horizontal.area === 'column' && float.vertical.area === 'paragraph' ? block : table;
}

/** Text boxes as runs of the paragraph to which they are anchored. */
export function boxRuns(boxes: readonly Box[], relations: Relations, numberOf: ListNumbers): string {
  return boxes
    .map((box) => {
      const frame = frameOf(box);
      const { alignment: _, ...table } = box;
      const content = inlined(frame ? (frame.blocks ?? frame.paragraphs) : [{ ...table, indentStart: 0 }]);
      return boxXml(box, insideXml(content, relations, numberOf), relations, frame);
    })
    .join('');
}

function borders(edges: TableCell['borders']): string {
  const parts = SIDES.map((side) => borderXml(side, edges[side]));
  return parts.some((part) => part !== '') ? `<w:tcBorders>${parts.join('')}</w:tcBorders>` : '';
}

/** Border widths are in eighths of a point. */
function borderXml(side: Side, border: Border | undefined): string {
  if (!border) return '';
  const size = Math.max(2, Math.min(96, Math.round(border.width * 8)));
  return `<w:${side} w:val="single" w:sz="${size}" w:space="0" w:color="${border.colour.slice(1)}"/>`;
}
