import type { Block, ListPlace, PageSetup, Section } from '@bakkum/document-model/model';
import { paragraphBlock, pictureBlock } from './blocks.ts';
import { type BodyStyle, median } from './body-style.ts';
import type { BandDraft, Draft, PageDraft, ParagraphDraft } from './drafts.ts';
import type { Outline } from './headings.ts';
import type { Column } from './lines.ts';

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

/** Few strips may stand out of the margins: a wide table is no reason to set all text wider. */
const STANDING_OUT = 0.12;

function setupOf(pages: readonly PageDraft[]): PageSetup {
  const [{ width, height }] = [pages[0] ?? { width: 595, height: 842 }];
  const bands = pages.flatMap((page) => page.bands).filter(({ columns }) => columns.some((column) => column.length > 0));
  const tall = bands.flatMap((band) => Array<BandDraft>(Math.max(1, Math.ceil((band.bottom - band.top) / 12))).fill(band));
  const [left, right] = [tall.map((band) => band.left), tall.map((band) => width - band.right)].map((room) =>
    Math.max(LEAST_MARGIN, Math.min(width / 3, smallest(room, STANDING_OUT))),
  );
  const top = Math.min(height / 3, ...bands.map((band) => band.top));
  const single = pages.length === 1 ? [Math.max(top, 36)] : [];
  const bottom = Math.min(height / 3, ...bands.map((band) => height - band.bottom), ...single);
  const margin = (value: number): number => Math.max(LEAST_MARGIN, value);
  const widest = Math.min(right ?? 0, Math.max(left ?? 0, 36) * 2);
  return {
    width,
    height,
    margins: { left: margin(left ?? 0), right: margin(widest), top: margin(top), bottom: margin(bottom - 2) },
  };
}

/** The smallest value once the given share of smaller ones is left out. */
function smallest(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
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
  /** What room there was above things of a kind, for the first of a page: it may not stay the first. */
  const rooms = new Map<string, number[]>();
  /** Edges of the text, where it is one column; columns have edges of their own. */
  let area: Column | undefined;
  /** Where a paragraph ends that goes on from the page before. */
  let carried: number | undefined;
  const lineHeight = (draft: ParagraphDraft): number => draft.pitch ?? body.pitchOf(draft.size);
  const topOf = (draft: Draft): number =>
    draft.kind === 'paragraph' ? draft.firstBaseline - lineHeight(draft) * ABOVE_BASELINE : draft.top;
  const bottomOf = (draft: Draft): number =>
    draft.kind === 'paragraph' ? draft.lastBaseline + lineHeight(draft) * (1 - ABOVE_BASELINE) : draft.bottom;
  const blockOf = (draft: Draft): Block => {
    const kind = draft.kind === 'paragraph' ? `${draft.size} ${outline.has(draft)}` : draft.kind;
    const room = above === undefined ? median(rooms.get(kind) ?? []) : Math.max(0, topOf(draft) - above);
    const spaceBefore = Math.min(MOST_SPACE, Math.round(room * 10) / 10);
    if (above !== undefined && !breaks) rooms.set(kind, [...(rooms.get(kind) ?? []), room]);
    above = bottomOf(draft);
    if (draft.kind === 'paragraph' && draft.endsElsewhere) [carried, above] = [above, undefined];
    if (draft.kind === 'table' && draft.endsElsewhere !== undefined) [carried, above] = [draft.endsElsewhere, undefined];
    const breakBefore = breaks ? ({ breakBefore: 'page' } as const) : {};
    breaks = false;
    const edges = area ?? draft.column;
    if (draft.kind === 'table') return { ...draft.table, indentStart: draft.left - edges.left, spaceBefore, ...breakBefore };
    if (draft.kind === 'picture') return { ...pictureBlock(draft, edges, setup), spaceBefore, ...breakBefore };
    const role = { height: lineHeight(draft), outline: outline.get(draft), list: lists.get(draft) };
    return { ...paragraphBlock(draft, edges, role), spaceBefore, ...breakBefore };
  };
  return {
    startPage(last, page) {
      breaks = last !== undefined && endsEarly(last, setup, body) && page.bands.length > 0;
      above = breaks || last === undefined ? setup.margins.top : carried;
      carried = undefined;
    },
    blocksOf: ({ columns, top }) =>
      columns.flatMap((column, index) => {
        area = columns.length === 1 ? { left: setup.margins.left, right: setup.width - setup.margins.right } : undefined;
        if (index > 0) above = undefined;
        else if (columns.length > 1 && above !== undefined) above = Math.max(above, top - 200);
        return column.map(blockOf);
      }),
  };
}

function endsEarly(page: PageDraft, setup: PageSetup, body: BodyStyle): boolean {
  const limit = page.limit ?? setup.height - setup.margins.bottom;
  const bottoms = page.bands.map((band) => band.bottom).filter((bottom) => bottom <= limit + 1);
  return limit - Math.max(0, ...bottoms) > body.pitchOf(body.size) * BLANK_LINES;
}
