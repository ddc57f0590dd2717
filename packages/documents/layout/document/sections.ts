import type { Block, PageSetup, Section } from '@bakkum/document-model/model';
import type { BandDraft, PageDraft } from '../drafts.ts';
import { anchored, minimalParagraph } from './behind.ts';
import type { BodyStyle } from './body-style.ts';
import { fitted, type PlacedBand } from './fit-slide.ts';
import { breakCount, createFlow, type Roles } from './flow.ts';
import { firstOf, hasContent, linePlaces } from './line-places.ts';

const MIN_MARGIN = 14;

/** Bands with equal columns on pages of equal size form one section. */
export function sectionsOf(pages: readonly PageDraft[], roles: Roles): readonly Omit<Section, 'header' | 'footer'>[] {
  const sections: Omit<Section, 'header' | 'footer'>[] = [];
  const places = linePlaces(roles.body);
  for (const same of pagesOfOneSize(pages)) {
    const [first] = same;
    if (!first) continue;
    const setup = withRoomForLine(setupOf(same, roles), same, roles);
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
    let last: Block | undefined;
    let count = 0;
    const stripOf = (band: BandDraft): Strip => {
      const own = columnsOf(band);
      const begins = own.count !== count;
      count = own.count;
      // Only a paragraph can have space after it.
      const roomAbove = begins && own.count > 1 && last?.kind === 'paragraph' ? flow.roomAbove(band) : 0;
      const made = flow.blocksOf(band);
      last = made.at(-1) ?? last;
      return { band, columns: own, begins, roomAbove, blocks: made };
    };
    for (const [index, page] of same.entries()) {
      flow.startPage(index === 0 ? undefined : same[index - 1], page);
      if (page.isWordless) {
        columns ??= SINGLE;
        blocks.push(...anchored([minimalParagraph(index === 0 ? undefined : 'page')], [], page.behind ?? []));
        continue;
      }
      const strips = anchoredIn(page.bands.map(stripOf), page);
      for (const strip of roles.isDeck ? fitted(strips, setup, places) : strips) {
        if (strip.begins) {
          blocks = withRoomBelow(blocks, strip.roomAbove);
          flush();
          columns = strip.columns;
        }
        blocks.push(...strip.blocks);
      }
    }
    flush();
  }
  return sections;
}

type Strip = PlacedBand & { readonly columns: Section['columns']; readonly begins: boolean };

const SINGLE: Section['columns'] = { count: 1, gap: 12 };

function anchoredIn(strips: readonly Strip[], { behind = [] }: PageDraft): readonly Strip[] {
  const blocks = strips.flatMap((strip) => strip.blocks);
  const drafts = strips.flatMap(({ band }) => band.columns.flat());
  const placed = anchored(blocks, drafts, behind);
  let at = 0;
  return strips.map((strip) => {
    const own = placed.slice(at, at + strip.blocks.length);
    at += own.length;
    return { ...strip, blocks: own };
  });
}

function withRoomBelow(blocks: readonly Block[], spaceAfter: number): Block[] {
  const last = blocks.at(-1);
  return last?.kind === 'paragraph' && spaceAfter > 0 ? [...blocks.slice(0, -1), { ...last, spaceAfter }] : [...blocks];
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

/** Maximum fraction of bands outside the margins: one wide table is no reason to widen all text. */
const STANDING_OUT = 0.12;

function setupOf(pages: readonly PageDraft[], roles: Roles): PageSetup {
  const { body, isDeck } = roles;
  const [{ width, height }] = [pages[0] ?? { width: 595, height: 842 }];
  // Labels smaller than two margins still have room for their content.
  const margin = (value: number): number => Math.max(Math.min(MIN_MARGIN, width / 4, height / 4), value);
  const places = linePlaces(body);
  const { topOf, lowestOf } = places;
  const bands = pages.flatMap((page) => page.bands).filter(hasContent);
  const tall = bands.flatMap((band) => Array<BandDraft>(Math.max(1, Math.ceil((band.bottom - band.top) / 12))).fill(band));
  const [left, right] = [tall.map((band) => band.left), tall.map((band) => width - band.right)].map((room) =>
    margin(Math.min(width / 3, smallest(room, isDeck ? 0 : STANDING_OUT))),
  );
  const top = Math.min(height / 3, ...pages.flatMap(firstOf).map(topOf));
  const single = pages.length === 1 ? [Math.max(top, 36)] : [];
  const drafts = bands.flatMap(({ columns }) => columns.flat());
  const bottom = Math.min(height / 3, ...drafts.map((draft) => height - lowestOf(draft)), ...single);
  const widest = Math.min(right ?? 0, Math.max(left ?? 0, 36) * 2);
  const headerTop = Math.min(...pages.flatMap(({ header }) => header).map(topOf));
  const footers = pages.flatMap(({ footer }) => footer);
  const footerBottom = Math.min(...footers.map((draft) => height - places.bottomOf(draft)));
  const footerTop = Math.max(0, ...footers.map((draft) => height - topOf(draft)));
  return {
    width,
    height,
    margins: {
      left: margin(left ?? 0),
      right: margin(widest),
      top: margin(top),
      bottom: margin(bottomOf(roles, { bottom, footerTop, pageCount: pages.length })),
    },
    ...(Number.isFinite(headerTop) ? { headerTop } : {}),
    ...(Number.isFinite(footerBottom) ? { footerBottom } : {}),
  };
}

/** Where most pages start with a break, as in forms, a page may take another line, which would need a page of its own. */
function withRoomForLine(setup: PageSetup, pages: readonly PageDraft[], roles: Roles): PageSetup {
  const { body, look, isDeck } = roles;
  if (isDeck || look === 'exact' || pages.length === 1) return setup;
  if (breakCount(pages, setup, roles) * 2 < pages.length - 1) return setup;
  const footerTop = Math.max(MIN_MARGIN, ...pages.flatMap(({ footer }) => footer).map((draft) => setup.height - draft.top));
  const room = Math.max(0, setup.margins.bottom - footerTop);
  const bottom = setup.margins.bottom - Math.min(body.pitchOf(body.size), room);
  return { ...setup, margins: { ...setup.margins, bottom } };
}

type Below = { readonly bottom: number; readonly footerTop: number; readonly pageCount: number };

/** Bottom margin when the lowest text of all pages ends at `bottom`. */
function bottomOf({ body, look, isDeck }: Roles, { bottom, footerTop, pageCount }: Below): number {
  if (isDeck) return Math.max(bottom / 2, footerTop);
  return look === 'exact' ? bottom / 2 : bottom - slackOf(body, pageCount, bottom - footerTop);
}

/** Accumulated rounding of heights to twentieths of a point. */
const ROUNDING = 3;
/** Extra lines a single page may take, since no other page's lines could move up to it. */
const LINES_OF_SINGLE = 2.5;

/** How much further down text may go before a new page starts; `room` is the free space above the footer. */
function slackOf({ pitchOf, size }: BodyStyle, pageCount: number, room: number): number {
  return pageCount > 1 ? ROUNDING : Math.max(ROUNDING, Math.min(pitchOf(size) * LINES_OF_SINGLE, room));
}

/** The smallest value after dropping the given fraction of the smallest. */
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
