import type { Block, ListPlace, PageSetup } from '@bakkum/document-model/model';
import type { BandDraft, Draft, PageDraft, ParagraphDraft } from '../drafts.ts';
import type { Column } from '../text/lines.ts';
import { paragraphBlock, pictureBlock, pictureRow } from './blocks.ts';
import { type BodyStyle, median } from './body-style.ts';
import type { Contents } from './contents.ts';
import type { Outline } from './headings.ts';
import { firstOf, hasContent, type LinePlaces, linePlaces } from './line-places.ts';
import { isAppendixNumber } from './running-text.ts';

export type Roles = {
  readonly body: BodyStyle;
  readonly outline: ReadonlyMap<ParagraphDraft, Outline>;
  readonly lists: ReadonlyMap<ParagraphDraft, ListPlace>;
  readonly contents: Contents;
  readonly look: 'editable' | 'exact';
  /** Presentation: each slide has its own page. */
  readonly isDeck: boolean;
  /** Lines a paragraph keeps together at the end of a page. */
  readonly keptLines: number;
};

const MAX_SPACE = 500;
/** A page whose text starts this far below the others' has blank space on top, in points. */
const LOW_START = 60;
/** Gap between columns, in points. */
const GAP = 12;

/** Width of one of several equal columns. */
function columnWidth({ width, margins }: PageSetup, count: number): number {
  return (width - margins.left - margins.right) / count - GAP;
}

/** Limits the indents of content that is narrower than its column was, but not than the column is. */
function within<Placed extends { readonly indentStart: number; readonly indentEnd?: number }>(
  narrowest: number,
  { left, right }: Draft,
  block: Placed,
): Placed {
  const room = Math.max(0, narrowest - (right - left));
  const indentStart = Math.min(block.indentStart, room);
  const indentEnd =
    block.indentEnd === undefined ? {} : { indentEnd: Math.min(block.indentEnd, room - Math.max(0, indentStart)) };
  return { ...block, indentStart, ...indentEnd };
}

type Flow = {
  startPage(above: PageDraft | undefined, page: PageDraft): void;
  blocksOf(band: BandDraft): readonly Block[];
  /** Space before the first columns of a band: programs drop the spacing of a column's first paragraph. */
  roomAbove(band: BandDraft): number;
};

/** Tracks the content above, for vertical spacing. */
export function createFlow(setup: PageSetup, roles: Roles): Flow {
  const { body, outline, lists, contents } = roles;
  const places = linePlaces(body);
  let above: number | undefined = setup.margins.top;
  let breaks = false;
  /** The last element of the current page. */
  let final: Draft | undefined;
  /** Space above elements of each kind, used for the first one of a page, which may not stay the first. */
  const rooms = new Map<string, number[]>();
  /** Edges of single-column text; columns have their own edges. */
  let area: Column | undefined;
  /** Width of columns where there are several; files store them with equal width. */
  let narrowest = Number.POSITIVE_INFINITY;
  /** End of a paragraph that continues from the previous page. */
  let carried: number | undefined;
  const kindOf = (draft: Draft): string => (draft.kind === 'paragraph' ? `${draft.size} ${outline.has(draft)}` : draft.kind);
  const usualRoom = (draft: Draft): number => median(rooms.get(kindOf(draft)) ?? []);
  const blockOf = (draft: Draft): Block => {
    const room = above === undefined ? usualRoom(draft) : Math.max(0, places.topOf(draft) - above);
    const spaceBefore = Math.min(MAX_SPACE, Math.round(room * 10) / 10);
    if (above !== undefined && !breaks) rooms.set(kindOf(draft), [...(rooms.get(kindOf(draft)) ?? []), room]);
    above = places.bottomOf(draft);
    if (draft.kind === 'paragraph' && draft.endsElsewhere) [carried, above] = [above, undefined];
    if (draft.kind === 'table' && draft.endsElsewhere !== undefined) [carried, above] = [draft.endsElsewhere, undefined];
    const breakBefore = breaks ? ({ breakBefore: 'page' } as const) : {};
    breaks = false;
    const edges = area ?? draft.column;
    if (draft.kind === 'table') return { ...draft.table, indentStart: draft.left - edges.left, spaceBefore, ...breakBefore };
    if (draft.kind === 'picture')
      return { ...(draft.row ? pictureRow(draft.row, edges) : pictureBlock(draft, edges, setup)), spaceBefore, ...breakBefore };
    const role = {
      height: places.heightOf(draft),
      outline: outline.get(draft),
      list: lists.get(draft),
      entry: contents.entries.get(draft),
      anchor: contents.anchors.get(draft),
      keepsLines: roles.look === 'exact' && draft.lines > 1,
      endsPage: draft === final,
    };
    return { ...within(narrowest, draft, paragraphBlock(draft, edges, role)), spaceBefore, ...breakBefore };
  };
  return {
    startPage(last, page) {
      final = lastColumns(page).at(-1);
      const [next] = firstOf(page);
      breaks = last !== undefined && next !== undefined && startsAnew({ last, page, next, usual: usualRoom(next) }, setup, roles);
      above = breaks || last === undefined ? setup.margins.top : carried;
      carried = undefined;
    },
    roomAbove: ({ columns }) => {
      const tops = columns.flatMap((column) => column.slice(0, 1).map(places.topOf));
      const room = above === undefined ? 0 : Math.max(0, Math.min(...tops) - above);
      if (above !== undefined) above += room;
      return Math.min(MAX_SPACE, room);
    },
    blocksOf: ({ columns, top }) =>
      columns.flatMap((column, index) => {
        area = columns.length === 1 ? { left: setup.margins.left, right: setup.width - setup.margins.right } : undefined;
        narrowest = columns.length === 1 ? Number.POSITIVE_INFINITY : columnWidth(setup, columns.length);
        if (index > 0) above = undefined;
        else if (columns.length > 1 && above !== undefined) above = Math.max(above, top - 200);
        return column.map(blockOf);
      }),
  };
}

/** Number of pages that start with a break. */
export function breakCount(pages: readonly PageDraft[], setup: PageSetup, roles: Roles): number {
  return pages.filter((page, index) => {
    const [last, next] = [pages[index - 1], firstOf(page)[0]];
    return last !== undefined && next !== undefined && startsAnew({ last, page, next, usual: 0 }, setup, roles);
  }).length;
}

type Turn = { readonly last: PageDraft; readonly page: PageDraft; readonly next: Draft; readonly usual: number };

/** Whether a page needs a break before its first element, `next`, because the page before would have had room for it. */
function startsAnew({ last, page, next, usual }: Turn, setup: PageSetup, roles: Roles): boolean {
  if (roles.look === 'exact' || roles.isDeck || page.hasPanels) return true;
  if (next.kind === 'paragraph' && isAppendixNumber(next.text)) return true;
  const places = linePlaces(roles.body);
  const startsLow = !isContinued(last) && places.topOf(next) - setup.margins.top > LOW_START;
  return startsLow || roomLeft(last, setup, places) > needOf(page, roles) + usual;
}

/** Blank space at the end of a page, below its last column. A page that ends on a later page is full. */
function roomLeft(page: PageDraft, setup: PageSetup, { bottomOf }: LinePlaces): number {
  const limit = page.limit ?? setup.height - setup.margins.bottom;
  const lasts = lastColumns(page).filter((draft) => bottomOf(draft) <= limit + 1);
  return isContinued(page) ? 0 : limit - Math.max(0, ...lasts.map(bottomOf));
}

const lastColumns = ({ bands }: PageDraft): readonly Draft[] =>
  bands.filter(hasContent).flatMap(({ columns }) => columns.at(-1) ?? []);

/** Whether a page ends on a later page. */
const isContinued = (page: PageDraft): boolean =>
  lastColumns(page).some((draft) => draft.kind !== 'picture' && draft.endsElsewhere !== undefined);

/**
 * Space that the start of a page would have needed on the previous page: a heading with lines of text below it, some lines of a
 * paragraph, a table row, an image.
 */
function needOf({ bands }: PageDraft, { outline, body, keptLines }: Roles): number {
  const { heightOf, topOf } = linePlaces(body);
  const column = bands.find(hasContent)?.columns[0] ?? [];
  const [first] = column;
  const text = column.find((draft) => draft.kind !== 'paragraph' || !outline.has(draft)) ?? first;
  if (!first || !text) return 0;
  const before = text === first ? 0 : topOf(text) - topOf(first);
  if (text.kind === 'paragraph') return before + Math.min(text.lines, keptLines) * heightOf(text);
  return before + (text.kind === 'picture' ? text.bottom - text.top : (text.table.rows[0]?.height ?? heightOfBody(body)));
}

const heightOfBody = (body: BodyStyle): number => body.pitchOf(body.size);
