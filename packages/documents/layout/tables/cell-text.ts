import type { Alignment, Block, Paragraph, Table } from '@bakkum/document-model/model';
import type { Draft, ParagraphDraft, PictureDraft, TableDraft } from '../drafts.ts';
import { type Box, widthOf } from '../page-content.ts';
import { withMarker } from '../text/paragraph-drafts.ts';

/** Position of the baseline in a line of exact height, as a fraction, in Word and LibreOffice. */
export const ABOVE_BASELINE = 0.8;
/** Distance between baselines for a single line, relative to its size. */
const SINGLE_PITCH = 1.2;
/** Edges closer than this are equal, in points. */
const SAME_EDGE = 1.8;

/** The content of one cell, before the alignment of neighbouring cells is known. */
export type CellText = {
  readonly box: Box;
  readonly column: number;
  readonly columnSpan: number;
  readonly drafts: readonly Draft[];
};

/** Its lines and images, without tables inside it. */
const flowing = ({ drafts }: CellText): readonly (ParagraphDraft | PictureDraft)[] =>
  drafts.filter((draft) => draft.kind !== 'table');

/** Padding between cell edges and text. */
export type Padding = { readonly left: number; readonly right: number };

const MAX_PADDING = 12;

/** The smallest padding of any cell. */
export function paddingOf(cells: readonly CellText[]): Padding {
  const least = (rooms: readonly number[]): number => Math.max(0, Math.min(MAX_PADDING, ...rooms));
  return {
    left: least(cells.flatMap((cell) => flowing(cell).map((draft) => draft.left - cell.box.left))),
    right: least(cells.flatMap((cell) => flowing(cell).map((draft) => cell.box.right - draft.right))),
  };
}

/** Alignment of the single lines of a column, from the edge they share. */
export function columnAlignments(cells: readonly CellText[]): ReadonlyMap<number, Alignment> {
  const columns = Map.groupBy(
    cells.filter(({ columnSpan, drafts }) => columnSpan === 1 && drafts.length > 0),
    ({ column }) => column,
  );
  return new Map(
    [...columns].flatMap(([column, own]) => {
      const alignment = sharedEdge(own.flatMap(flowing));
      return alignment ? [[column, alignment] as const] : [];
    }),
  );
}

/** Lines of equal width show no alignment. */
function sharedEdge(drafts: readonly Box[]): Alignment | undefined {
  const widths = drafts.map(widthOf);
  if (drafts.length < 2 || Math.max(...widths) - Math.min(...widths) < SAME_EDGE * 1.5) return undefined;
  const shares = (edge: (draft: Box) => number): number =>
    Math.max(...drafts.map((one) => drafts.filter((other) => Math.abs(edge(other) - edge(one)) < SAME_EDGE).length));
  const [left, middle, right] = [
    shares((draft) => draft.left),
    shares((draft) => (draft.left + draft.right) / 2),
    shares((draft) => draft.right),
  ];
  const most = Math.max(left, middle, right);
  if (most < drafts.length * 0.6) return undefined;
  return left === most ? 'start' : right === most ? 'end' : 'center';
}

/** Paragraphs and tables of a cell. `lineUp` is the alignment of its column, if known. */
export function cellBlocks(
  { box, drafts }: CellText,
  padding: Padding,
  lineUp: Alignment | undefined,
  isCentred: boolean,
): readonly Block[] {
  let above = box.top;
  return drafts.map((draft, index): Block => {
    if (draft.kind === 'table') {
      const table = innerTable(draft, box, padding, isCentred && index === 0 ? 0 : draft.top - above);
      above = draft.bottom;
      return table;
    }
    if (draft.kind === 'picture') {
      const room = isCentred && index === 0 ? 0 : Math.max(0, draft.top - above);
      above = draft.bottom;
      return pictureParagraph(draft, box, padding, room);
    }
    const height = lineHeightOf(draft, box, isCentred && drafts.length === 1);
    const top = draft.firstBaseline - height * ABOVE_BASELINE;
    const spaceBefore = isCentred && index === 0 ? 0 : Math.max(0, Math.round((top - above) * 10) / 10);
    above = draft.lastBaseline + height * (1 - ABOVE_BASELINE);
    const alignment = alignmentOf(draft, box, padding, lineUp);
    const indentStart = alignment === 'start' ? Math.max(0, draft.bodyLeft - box.left - padding.left) : 0;
    const hang = alignment === 'start' ? draft.firstLeft - draft.bodyLeft : 0;
    return {
      kind: 'paragraph',
      alignment,
      indentStart: indentStart > SAME_EDGE ? indentStart : 0,
      ...roomFor(draft, box, padding, alignment),
      firstLine: Math.abs(hang) > SAME_EDGE ? hang : 0,
      spaceBefore,
      lineHeight: height,
      ...(draft.tabs.length > 0 ? { tabStops: draft.tabs } : {}),
      content: withMarker(draft),
    };
  });
}

function innerTable({ table, left }: TableDraft, box: Box, padding: Padding, spaceBefore: number): Table {
  return {
    ...table,
    indentStart: left - box.left - padding.left,
    spaceBefore: Math.max(0, Math.round(spaceBefore * 10) / 10),
  };
}

function pictureParagraph({ picture, left, right }: PictureDraft, box: Box, padding: Padding, spaceBefore: number): Paragraph {
  const before = Math.max(0, left - box.left - padding.left);
  const after = Math.max(0, box.right - right - padding.right);
  const isCentred = before > SAME_EDGE && Math.abs(before - after) < SAME_EDGE * 2;
  const isAtEnd = !isCentred && after < SAME_EDGE && before > SAME_EDGE;
  const alignment = isCentred ? 'center' : isAtEnd ? 'end' : 'start';
  const indentStart = alignment === 'start' ? before : 0;
  return { kind: 'paragraph', alignment, indentStart, firstLine: 0, spaceBefore, content: [{ kind: 'picture', picture }] };
}

/** Lines that fill their cell may extend into the opposite padding, and a single one a bit beyond it, so that another typeface does not wrap them. */
function roomFor(draft: ParagraphDraft, box: Box, padding: Padding, alignment: Alignment): Partial<Paragraph> {
  const room = widthOf(box) - padding.left - padding.right - widthOf(draft);
  if (room > widthOf(draft) * SLACK) return {};
  const beyond = draft.lines > 1 ? 0 : Math.min(MAX_BEYOND, Math.max(0, widthOf(draft) * SLACK - room));
  if (alignment === 'end') return { indentStart: -padding.left - beyond };
  if (alignment === 'center') return { indentStart: -padding.left - beyond / 2, indentEnd: -padding.right - beyond / 2 };
  return { indentEnd: -padding.right - beyond };
}

/** Most of a line beyond its cell, in points. */
const MAX_BEYOND = 5;

/** Similar typefaces differ in the width of the same words by less than this. */
const SLACK = 0.12;

/** Height of a vertically centred single line that keeps its baseline in place. */
function lineHeightOf({ pitch, size, firstBaseline, closest }: ParagraphDraft, box: Box, isMiddle: boolean): number {
  if (pitch !== undefined) return pitch;
  const room = box.bottom - box.top;
  const single = Math.min(size * SINGLE_PITCH, closest ?? Number.POSITIVE_INFINITY);
  if (!isMiddle) return Math.min(single, Math.max(size, (firstBaseline - box.top) / ABOVE_BASELINE), room);
  const wanted = (firstBaseline - (box.top + box.bottom) / 2) / (ABOVE_BASELINE - 0.5);
  return Math.min(Math.max(wanted, size * 0.95), size * 1.6, Math.max(room, size));
}

/** Alignment of the column if the line is at the column's shared edge; otherwise from the space on both sides. */
function alignmentOf(draft: ParagraphDraft, box: Box, padding: Padding, lineUp: Alignment | undefined): Alignment {
  if (draft.lines > 1 || draft.marker) return draft.alignment === 'justify' ? 'start' : draft.alignment;
  const before = draft.left - box.left - padding.left;
  const after = box.right - draft.right - padding.right;
  if (lineUp === 'end' && after < before + SAME_EDGE) return Math.abs(before - after) < SAME_EDGE && after > 3 ? 'center' : 'end';
  if (lineUp === 'center' && Math.abs(before - after) < SAME_EDGE * 2) return 'center';
  if (lineUp === 'start' && before < SAME_EDGE * 2) return 'start';
  if (before < SAME_EDGE) return 'start';
  if (Math.abs(before - after) < SAME_EDGE * 1.5) return 'center';
  return after < SAME_EDGE * 2 ? 'end' : 'start';
}
