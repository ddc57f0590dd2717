import type { Block, ListPlace, PageSetup, Paragraph, Section } from '@bakkum/document-model/model';
import type { BodyStyle } from './body-style.ts';
import type { BandDraft, Draft, PageDraft, ParagraphDraft } from './drafts.ts';
import type { Outline } from './headings.ts';
import { withMarker } from './paragraph-drafts.ts';
import { isRightToLeftText } from './script.ts';

export type Roles = {
  readonly body: BodyStyle;
  readonly outline: ReadonlyMap<ParagraphDraft, Outline>;
  readonly lists: ReadonlyMap<ParagraphDraft, ListPlace>;
};

/** A page is ended on purpose where more than this many lines would still fit. */
const BLANK_LINES = 6;
/** In Word and LibreOffice a line of exact height has its baseline this far down. */
const ABOVE_BASELINE = 0.8;
const LEAST_MARGIN = 14;
const MOST_SPACE = 500;

/** Strips of equal columns on pages of equal size, one section each. */
export function sectionsOf(pages: readonly PageDraft[], roles: Roles): readonly Omit<Section, 'header' | 'footer'>[] {
  const sections: Omit<Section, 'header' | 'footer'>[] = [];
  for (const same of pagesOfOneSize(pages)) {
    const [first] = same;
    if (!first) continue;
    const setup = setupOf(same);
    let blocks: Block[] = [];
    let columns: Section['columns'] | undefined;
    let starts: Section['starts'] = 'page';
    const flush = (): void => {
      if (columns && blocks.length > 0) {
        sections.push({ page: setup, columns, starts, blocks });
        starts = 'continuous';
      }
      blocks = [];
    };
    const flow = createFlow(setup, roles);
    for (const [index, page] of same.entries()) {
      flow.startPage(index === 0 ? undefined : same[index - 1], page);
      for (const band of page.bands) {
        const wanted = columnsOf(band);
        if (!columns || columns.count !== wanted.count) {
          flush();
          columns = wanted;
        }
        blocks.push(...flow.blocksOf(band));
      }
    }
    flush();
  }
  return sections;
}

function pagesOfOneSize(pages: readonly PageDraft[]): readonly (readonly PageDraft[])[] {
  const groups: PageDraft[][] = [];
  for (const page of pages) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && Math.abs(last.width - page.width) < 2 && Math.abs(last.height - page.height) < 2) group.push(page);
    else groups.push([page]);
  }
  return groups;
}

function setupOf(pages: readonly PageDraft[]): PageSetup {
  const [{ width, height }] = [pages[0] ?? { width: 595, height: 842 }];
  const bands = pages.flatMap((page) => page.bands).filter(({ columns }) => columns.some((column) => column.length > 0));
  const left = Math.min(width / 3, ...bands.map((band) => band.left));
  const right = Math.min(width / 3, ...bands.map((band) => width - band.right));
  const top = Math.min(height / 3, ...bands.map((band) => band.top));
  const bottom = Math.min(
    height / 3,
    ...bands.map((band) => height - band.bottom),
    ...(pages.length === 1 ? [Math.max(top, 36)] : []),
  );
  const margin = (value: number): number => Math.max(LEAST_MARGIN, value);
  return {
    width,
    height,
    margins: {
      left: margin(left),
      right: margin(Math.min(right, Math.max(left, 36) * 2)),
      top: margin(top),
      bottom: margin(bottom - 2),
    },
  };
}

function columnsOf(band: BandDraft): Section['columns'] {
  const boxes = band.columns.map((column) => ({
    left: Math.min(...column.map((draft) => draft.column.left)),
    right: Math.max(...column.map((draft) => draft.column.right)),
  }));
  const gaps = boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? left));
  return { count: Math.max(1, band.columns.length), gap: Math.max(8, Math.min(72, ...gaps.filter(Number.isFinite))) };
}

type Flow = {
  startPage(above: PageDraft | undefined, page: PageDraft): void;
  blocksOf(band: BandDraft): readonly Block[];
};

/** Remembers what stands above, for the space between things. */
function createFlow(setup: PageSetup, { body, outline, lists }: Roles): Flow {
  let above: number | undefined = setup.margins.top;
  let breaks = false;
  /** Where a paragraph ends that goes on from the page before. */
  let carried: number | undefined;
  const lineHeight = (draft: ParagraphDraft): number => draft.pitch ?? body.pitchOf(draft.size);
  const topOf = (draft: Draft): number =>
    draft.kind === 'paragraph' ? draft.firstBaseline - lineHeight(draft) * ABOVE_BASELINE : draft.top;
  const bottomOf = (draft: Draft): number =>
    draft.kind === 'paragraph' ? draft.lastBaseline + lineHeight(draft) * (1 - ABOVE_BASELINE) : draft.bottom;
  const blockOf = (draft: Draft): Block => {
    const room = above === undefined ? 0 : topOf(draft) - above;
    const spaceBefore = Math.max(0, Math.min(MOST_SPACE, Math.round(room * 10) / 10));
    above = bottomOf(draft);
    if (draft.kind === 'paragraph' && draft.endsElsewhere) [carried, above] = [above, undefined];
    if (draft.kind === 'table' && draft.endsElsewhere !== undefined) [carried, above] = [draft.endsElsewhere, undefined];
    const breakBefore = breaks ? ({ breakBefore: 'page' } as const) : {};
    breaks = false;
    if (draft.kind === 'table') return { ...draft.table, spaceBefore, ...breakBefore };
    if (draft.kind === 'picture') return { ...pictureOf(draft), spaceBefore, ...breakBefore };
    return { ...paragraphOf(draft, lineHeight(draft), outline.get(draft), lists.get(draft)), spaceBefore, ...breakBefore };
  };
  return {
    startPage(last, page) {
      breaks = last !== undefined && endsEarly(last, setup, body) && page.bands.length > 0;
      above = breaks || last === undefined ? setup.margins.top : carried;
      carried = undefined;
    },
    blocksOf: ({ columns, top }) =>
      columns.flatMap((column, index) => {
        if (index > 0) above = undefined;
        else if (columns.length > 1 && above !== undefined) above = Math.max(above, top - 200);
        return column.map(blockOf);
      }),
  };
}

function endsEarly(page: PageDraft, setup: PageSetup, body: BodyStyle): boolean {
  if (page.notes.length > 0) return false;
  const bottom = Math.max(0, ...page.bands.map((band) => band.bottom));
  return setup.height - setup.margins.bottom - bottom > body.pitchOf(body.size) * BLANK_LINES;
}

function pictureOf({
  picture,
  column,
  left,
  right,
}: Extract<Draft, { kind: 'picture' }>): Omit<Extract<Block, { kind: 'picture' }>, 'spaceBefore'> {
  const before = left - column.left;
  const after = column.right - right;
  const isCentred = before > 6 && Math.abs(before - after) < Math.max(6, (before + after) * 0.15);
  return {
    kind: 'picture',
    picture,
    alignment: isCentred ? 'center' : 'start',
    indentStart: isCentred ? 0 : Math.max(0, before),
  };
}

function paragraphOf(
  draft: ParagraphDraft,
  height: number,
  outline: Outline | undefined,
  list: ListPlace | undefined,
): Omit<Paragraph, 'spaceBefore'> {
  const item = outline ? undefined : list;
  const hasPicture = draft.content.some(({ kind }) => kind === 'picture');
  const tabStops = draft.tabs.map((at) => ({ at, alignment: 'start' as const }));
  return {
    kind: 'paragraph',
    ...(outline?.level ? { headingLevel: outline.level } : {}),
    ...(outline?.isTitle ? { isTitle: true } : {}),
    ...(item ? { list: item } : {}),
    ...placeOf(draft),
    ...(hasPicture ? {} : { lineHeight: height }),
    ...(isRightToLeftText(draft.text) ? { isRightToLeft: true } : {}),
    ...(draft.isVertical ? { isVertical: true } : {}),
    ...(tabStops.length > 0 ? { tabStops } : {}),
    content: item ? draft.content : withMarker(draft),
  };
}

function placeOf({
  alignment,
  column,
  firstLeft,
  bodyLeft,
}: ParagraphDraft): Pick<Paragraph, 'alignment' | 'indentStart' | 'firstLine'> {
  const isSet = alignment === 'start' || alignment === 'justify';
  return { alignment, indentStart: isSet ? Math.max(0, bodyLeft - column.left) : 0, firstLine: isSet ? firstLeft - bodyLeft : 0 };
}
