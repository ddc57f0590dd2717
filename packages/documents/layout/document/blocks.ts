import type { ContentsEntry, Inline, ListPlace, PageSetup, Paragraph, PictureBlock, TabStop } from '@bakkum/document-model/model';
import type { ParagraphDraft, PictureDraft } from '../drafts.ts';
import type { Column } from '../text/lines.ts';
import { withMarker } from '../text/paragraph-drafts.ts';
import { isRightToLeftText } from '../text/script.ts';
import type { Outline } from './headings.ts';

/** A paragraph narrower than the text by more than this is intentionally narrow, in points. */
const NARROWER = 14;
/** Extra line height around an image, in points. */
const LINE = 8;

/** An image, indented from the edge of the text or centred, no larger than the text area. */
export function pictureBlock(
  { picture, left, right }: PictureDraft,
  area: Column,
  { height, margins }: PageSetup,
): Omit<PictureBlock, 'spaceBefore'> {
  const room = { width: area.right - area.left, height: height - margins.top - margins.bottom - LINE };
  const zoom = Math.min(1, room.width / picture.width, room.height / picture.height);
  const before = left - area.left;
  const after = area.right - right;
  const isCentred = before > 6 && Math.abs(before - after) < Math.max(6, (before + after) * 0.15);
  return {
    kind: 'picture',
    picture: zoom < 1 ? { ...picture, width: picture.width * zoom, height: picture.height * zoom } : picture,
    alignment: isCentred ? 'center' : 'start',
    indentStart: isCentred ? 0 : Math.max(0, before),
  };
}

/** Adjacent images as one line, each at its position. */
export function pictureRow(
  [first, ...beside]: readonly [PictureDraft, ...PictureDraft[]],
  area: Column,
): Omit<Paragraph, 'spaceBefore'> {
  const right = Math.max(...beside.map((one) => one.right));
  const zoom = Math.min(1, (area.right - area.left) / (right - first.left));
  const inline = ({ picture }: PictureDraft): Inline => ({
    kind: 'picture',
    picture: { ...picture, width: picture.width * zoom, height: picture.height * zoom },
  });
  const start = Math.max(0, first.left - area.left);
  const tabStops = beside.map(({ left }): TabStop => ({ at: start + (left - first.left) * zoom, alignment: 'start' }));
  return {
    kind: 'paragraph',
    alignment: 'start',
    indentStart: start,
    firstLine: 0,
    tabStops,
    content: [inline(first), ...beside.flatMap((one): readonly Inline[] => [{ kind: 'tab' }, inline(one)])],
  };
}

/** Facts about a paragraph that depend on the rest of the document. */
export type ParagraphRole = {
  /** Distance between baselines. */
  readonly height: number;
  readonly outline: Outline | undefined;
  readonly list: ListPlace | undefined;
  readonly entry: ContentsEntry | undefined;
  readonly anchor: number | undefined;
  /** Keeps its line breaks: a different typeface must not add more. */
  readonly keepsLines: boolean;
  /** The last of its page. */
  readonly endsPage: boolean;
};

export function paragraphBlock(
  draft: ParagraphDraft,
  area: Column,
  { height, outline, list, entry, anchor, keepsLines, endsPage }: ParagraphRole,
): Omit<Paragraph, 'spaceBefore'> {
  const item = outline || entry ? undefined : list;
  const content = item ? draft.content : withMarker(draft);
  const hasPicture = draft.content.some(({ kind }) => kind === 'picture');
  const tabStops = draft.tabs.map((tab) => ({ ...tab, at: tab.at + draft.column.left - area.left }));
  return {
    kind: 'paragraph',
    ...outlineOf(outline, entry, anchor, endsPage),
    ...(item ? { list: item } : {}),
    ...placeOf(draft, area),
    ...(keepsLines ? roomToTheRight(draft, area) : {}),
    ...(hasPicture ? {} : { lineHeight: height }),
    ...(isRightToLeftText(draft.text) ? { isRightToLeft: true } : {}),
    ...(draft.isVertical ? { isVertical: true } : {}),
    ...(draft.shading ? { shading: draft.shading } : {}),
    ...(tabStops.length > 0 ? { tabStops } : {}),
    content: isTight(draft, keepsLines) ? tightened(content) : content,
  };
}

/** Role of a paragraph in the document outline and the table of contents. */
function outlineOf(
  outline: ParagraphRole['outline'],
  entry: ParagraphRole['entry'],
  anchor: number | undefined,
  endsPage: boolean,
): Pick<Paragraph, 'headingLevel' | 'isTitle' | 'contents' | 'anchor' | 'mayEndPage'> {
  return {
    ...(outline && endsPage ? { mayEndPage: true } : {}),
    ...(outline?.level ? { headingLevel: outline.level } : {}),
    ...(outline?.isTitle ? { isTitle: true } : {}),
    ...(entry ? { contents: entry } : {}),
    ...(anchor === undefined ? {} : { anchor }),
  };
}

/** Scale of lines that fill their width, so that each fits. */
const TIGHTER = 0.98;
/** Space that LibreOffice adds between Hangul and other letters, relative to their size. */
const SCRIPT_SPACE = 0.2;
const SCRIPT_CHANGE = /(?<=\p{Script=Hangul})(?=[\dA-Za-z])|(?<=[\dA-Za-z])(?=\p{Script=Hangul})/gu;
/** Longer paragraphs usually have room in their last line. */
const MAX_FILLED_LINES = 4;

const isTight = (draft: ParagraphDraft, keepsLines: boolean): boolean =>
  (keepsLines && draft.alignment === 'justify') || isFull(draft);

/** Whether a few lines are so full that a space at each change of script would add one. */
function isFull({ lines, lastRight, column, endsElsewhere, alignment, text, size }: ParagraphDraft): boolean {
  if (lines < 2 || lines > MAX_FILLED_LINES || endsElsewhere || alignment === 'center') return false;
  const changes = text.match(SCRIPT_CHANGE)?.length ?? 0;
  return changes > 0 && column.right - lastRight < (changes + 1) * SCRIPT_SPACE * size;
}

function tightened(content: readonly Inline[]): readonly Inline[] {
  return content.map((inline) =>
    inline.kind === 'text' ? { ...inline, style: { ...inline.style, stretch: (inline.style.stretch ?? 1) * TIGHTER } } : inline,
  );
}

/** Ragged lines may exceed the width by a tenth. */
function roomToTheRight({ alignment }: ParagraphDraft, { left, right }: Column): Pick<Paragraph, 'indentEnd'> {
  return alignment === 'start' ? { indentEnd: (left - right) / 10 } : {};
}

type Place = Pick<Paragraph, 'alignment' | 'indentStart' | 'indentEnd' | 'firstLine'>;

function placeOf(
  { alignment, column, firstLeft, bodyLeft, left, right, lines, endsElsewhere }: ParagraphDraft,
  area: Column,
): Place {
  const spare = lines === 1 ? spareOf(right - left, area.right - right) : 0;
  if (alignment === 'end') return { alignment, indentStart: 0, firstLine: 0, ...endIndent(area.right - right) };
  if (alignment === 'center') {
    const shift = column.left + column.right - area.left - area.right;
    const room = Math.min(left - area.left, area.right - right);
    return { alignment, indentStart: Math.max(0, Math.min(shift, room)), firstLine: 0, ...endIndent(Math.min(-shift, room)) };
  }
  const narrow = lines > 2 && endsElsewhere === undefined ? area.right - right : 0;
  return {
    alignment,
    indentStart: Math.max(0, bodyLeft - area.left),
    firstLine: firstLeft - bodyLeft,
    ...(spare > 0 ? { indentEnd: -spare } : endIndent(narrow)),
  };
}

/** Similar typefaces differ in the width of the same words by less than this. */
const SLACK = 0.08;
const MAX_SPARE = 30;

/** Width by which a line may exceed its column, so that another typeface does not wrap it. */
function spareOf(width: number, room: number): number {
  return Math.min(MAX_SPARE, Math.max(0, width * SLACK - room));
}

function endIndent(room: number): Pick<Paragraph, 'indentEnd'> {
  return room > NARROWER ? { indentEnd: room - 2 } : {};
}
