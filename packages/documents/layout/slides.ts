import { paragraphsWithin } from '@bakkum/document-model/cell-content';
import type { Paragraph, TabStop } from '@bakkum/document-model/model';
import type { Slide, SlideDeck, SlideItem } from '@bakkum/document-model/slides';
import type { AnalysedPage } from './analyse.ts';
import type { Draft, PageDraft, ParagraphDraft } from './drafts.ts';
import { layoutPage } from './page/page-layout.ts';
import { preparePage } from './page/prepared-page.ts';
import { type Box, heightOf, union, widthOf } from './page-content.ts';
import { cellBlocks } from './tables/cell-text.ts';

/** Paragraphs closer than this, relative to their size, share a text box. */
const TOGETHER = 1.3;
/** Extra width at the end of a line for wider typefaces. */
const ROOM = 0.03;
const ROOM_OF_ONE_LINE = 0.12;

/** Builds one slide per page with editable text at its original positions. Pages are read one at a time. */
export async function slidesOf(pages: AsyncIterable<AnalysedPage>, title: string): Promise<SlideDeck> {
  const slides: Slide[] = [];
  let size: { readonly width: number; readonly height: number } | undefined;
  for await (const { content, pictures } of pages) {
    size ??= { width: content.width, height: content.height };
    const draft = await layoutPage(preparePage(content, pictures.painted !== undefined), new Set(), pictures, { isSlide: true });
    slides.push(slideOf(draft));
  }
  return { ...(title ? { title } : {}), ...(size ?? { width: 960, height: 540 }), slides };
}

function slideOf(page: PageDraft): Slide {
  const drafts = [...page.bands.flatMap(({ columns }) => columns.flat()), ...page.notes];
  const things = drafts.filter(({ kind }) => kind !== 'paragraph').flatMap(thing);
  return { items: [...(page.behind ?? []), ...things, ...textBoxes(drafts)] };
}

const placeOf = (box: Box): Pick<SlideItem, 'left' | 'top' | 'width' | 'height'> => ({
  left: box.left,
  top: box.top,
  width: widthOf(box),
  height: heightOf(box),
});

function thing(draft: Draft): readonly SlideItem[] {
  if (draft.kind === 'table') return [{ ...placeOf(draft), kind: 'table', table: draft.table }];
  if (draft.kind !== 'picture') return [];
  return (draft.row ?? [draft]).map((one) => ({ ...placeOf(one), kind: 'picture', picture: one.picture }));
}

function textBoxes(drafts: readonly Draft[]): readonly SlideItem[] {
  const groups: ParagraphDraft[][] = [];
  let above: Draft | undefined;
  for (const draft of drafts) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (draft.kind === 'paragraph' && group && last && last === above && belongs(last, draft)) group.push(draft);
    else if (draft.kind === 'paragraph') groups.push([draft]);
    above = draft;
  }
  return groups.map(textItem);
}

function belongs(above: ParagraphDraft, draft: ParagraphDraft): boolean {
  const isBelow = draft.top - above.bottom < Math.min(above.size, draft.size) * TOGETHER && draft.top > above.top;
  const isSameSet = above.alignment === draft.alignment || (above.alignment !== 'center' && draft.alignment !== 'center');
  return isBelow && isSameSet && above.column === draft.column && Math.abs(above.size - draft.size) < above.size * 0.3;
}

function textItem(group: readonly ParagraphDraft[]): SlideItem {
  const text = union(group);
  const wraps = group.some(({ lines }) => lines > 1);
  const isFromStart = group.every(({ alignment }) => alignment === 'start' || alignment === 'justify');
  const top = Math.min(...group.map(({ firstBaseline, size, pitch }) => firstBaseline - (pitch ?? size * 1.2) * 0.8));
  const room = widthOf(text) * (wraps ? ROOM : ROOM_OF_ONE_LINE) + (wraps ? 0 : 6);
  const before = isFromStart ? 0 : room;
  const after = group.every(({ alignment }) => alignment === 'end') ? 0 : room;
  const box = { left: text.left - before, right: text.right + after, top, bottom: text.bottom };
  const padding = { left: before, right: after };
  const blocks = cellBlocks({ box, column: 0, columnSpan: 1, drafts: group }, padding, undefined, false);
  const paragraphs = paragraphsWithin(blocks).map(
    (paragraph, index): Paragraph => ({
      ...paragraph,
      ...alignmentIn(box, group[index]),
      tabStops: tabsIn(box, group[index]),
    }),
  );
  return { ...placeOf(box), kind: 'text', paragraphs };
}

/** A paragraph keeps its alignment, and its indent if it starts further right than others. */
function alignmentIn(box: Box, draft: ParagraphDraft | undefined): Partial<Paragraph> {
  if (!draft) return {};
  const isFromStart = draft.alignment === 'start' || draft.alignment === 'justify';
  return { alignment: draft.alignment, ...(isFromStart ? { indentStart: Math.max(0, draft.bodyLeft - box.left) } : {}) };
}

function tabsIn(box: Box, draft: ParagraphDraft | undefined): readonly TabStop[] {
  return (draft?.tabs ?? []).map((tab) => ({ ...tab, at: tab.at + (draft?.column.left ?? box.left) - box.left }));
}
