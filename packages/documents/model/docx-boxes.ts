import { anchorOf, type Relations } from './docx-runs.ts';
import { emu } from './drawing-shapes.ts';
import type { Block, Border, Float, Inline, Paragraph, Side, Table, TableCell } from './model.ts';

/** A table in front of or behind the text. */
export type Box = Table & { readonly float: Float };

/** Whether a table becomes a text box, because text always flows around Word's own floating tables. */
export function isBox(block: Block): block is Box {
  if (block.kind !== 'table' || !block.float || hasNotes(block)) return false;
  return block.float.wrap === 'in-front-of-text' || block.float.wrap === 'behind-text';
}

/** Word has no notes in text boxes. */
function hasNotes({ rows }: Table): boolean {
  return rows.some(({ cells }) =>
    cells.some(({ paragraphs }) => paragraphs.some(({ content }) => content.some(({ kind }) => kind === 'note'))),
  );
}

/** A block, and the text boxes that are anchored to its paragraph. Text boxes at the end have no block. */
export type Anchored = { readonly block?: Block; readonly boxes: readonly Box[] };

/** Assigns each text box to the block that follows it, which starts a new page if the box did. */
export function anchoredBoxes(blocks: readonly Block[]): readonly Anchored[] {
  const anchored: Anchored[] = [];
  let boxes: Box[] = [];
  for (const block of blocks) {
    if (isBox(block)) {
      boxes.push(block);
      continue;
    }
    const breakBefore = block.breakBefore ?? boxes.find((box) => box.breakBefore)?.breakBefore;
    anchored.push({ block: breakBefore ? { ...block, breakBefore } : block, boxes });
    boxes = [];
  }
  return boxes.length > 0 ? [...anchored, { boxes }] : anchored;
}

/** Content of a text box, which cannot have text boxes, shapes or floating images inside. */
export function inlined(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block): Block => {
    if (block.kind === 'table') return inlineTable(block);
    return block.kind === 'paragraph' ? inlineParagraph(block) : block;
  });
}

function inlineTable({ float: _, ...table }: Table): Table {
  const cellOf = (cell: TableCell): TableCell => ({
    ...cell,
    paragraphs: cell.paragraphs.map(inlineParagraph),
    ...(cell.blocks && { blocks: inlined(cell.blocks) }),
  });
  return { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(cellOf) })) };
}

function inlineParagraph(paragraph: Paragraph): Paragraph {
  return { ...paragraph, content: paragraph.content.filter(({ kind }) => kind !== 'drawing').map(inlineImage) };
}

function inlineImage(inline: Inline): Inline {
  if (inline.kind !== 'picture') return inline;
  const { float: _, ...picture } = inline.picture;
  return { ...inline, picture };
}

/** The only cell of a table that is a frame around text: without borders or with the same one on all sides. */
export function frameOf({ rows: [row, ...others] }: Table): TableCell | undefined {
  const [cell, ...more] = row?.cells ?? [];
  if (!cell || others.length > 0 || more.length > 0) return undefined;
  const { top, right, bottom, left } = cell.borders;
  return [right, bottom, left].every((side) => side?.width === top?.width && side?.colour === top?.colour) ? cell : undefined;
}

const SHAPE = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
/** Added to the height of text boxes, which are in front of all shapes and images in the same layer. */
const ABOVE_SHAPES = 0x100_0000;
/** Height of a row whose height is not known, in points. */
const ROW = 15;
const ANCHORS = { top: 't', center: 'ctr', bottom: 'b' } as const;

/**
 * A text box at the place of a table (ECMA-376, part 1, 20.4.2.38).
 * @param content paragraphs and tables, which end with a paragraph
 * @param frame its border, background and alignment; absent if the content has its own
 */
export function boxXml(table: Box, content: string, relations: Relations, frame?: TableCell): string {
  const id = relations.drawingId();
  const place = anchorOf(table.float, ABOVE_SHAPES + id);
  const size = `cx="${emu(widthOf(table))}" cy="${emu(heightOf(table))}"`;
  const inset = (side: 'left' | 'right'): number => (frame ? emu(table.padding?.[side] ?? PADDING) : 0);
  const look = frame ? fillXml(frame.shading) + lineXml(frame.borders) : '<a:noFill/><a:ln><a:noFill/></a:ln>';
  return (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>' +
    `${place.before}<wp:extent ${size}/>${place.wrap}<wp:docPr id="${id}" name="Text box ${id}"/><wp:cNvGraphicFramePr/>` +
    `<a:graphic><a:graphicData uri="${SHAPE}"><wps:wsp><wps:cNvSpPr txBox="1"/>` +
    `<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${look}</wps:spPr>` +
    `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx>` +
    `<wps:bodyPr wrap="square" lIns="${inset('left')}" tIns="0" rIns="${inset('right')}" bIns="0" anchor="${ANCHORS[frame?.verticalAlignment ?? 'top']}"><a:noAutofit/></wps:bodyPr>` +
    `</wps:wsp></a:graphicData></a:graphic>${place.after}</w:drawing></mc:Choice></mc:AlternateContent></w:r>`
  );
}

/** Default padding between a cell's edge and its text, in points. */
export const PADDING = 4;

const widthOf = ({ columnWidths }: Table): number => columnWidths.reduce((sum, width) => sum + width, 0);
const heightOf = ({ rows }: Table): number => rows.reduce((sum, { height }) => sum + (height ?? ROW), 0);

const solid = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour.slice(1).toUpperCase()}"/></a:solidFill>`;
const fillXml = (colour: string | undefined): string => (colour ? solid(colour) : '<a:noFill/>');

function lineXml({ top }: Readonly<Partial<Record<Side, Border>>>): string {
  return top ? `<a:ln w="${Math.max(1, emu(top.width))}">${solid(top.colour)}</a:ln>` : '<a:ln><a:noFill/></a:ln>';
}
