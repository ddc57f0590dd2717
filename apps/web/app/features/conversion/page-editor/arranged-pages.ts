import type { OptionValues } from '@bakkum/conversion/options';
import { type PageEntry, parsePageList, type Turn, writePageList } from '@bakkum/conversion/pages/page-list';

/** A page in the editor. `id` stays the same while it moves. */
export type ArrangedPage = PageEntry & {
  readonly id: number;
  /** A new file starts with this page. Always false for the first page. */
  readonly startsFile: boolean;
};

type Pages = readonly ArrangedPage[];

/** Ids of pages. Wider than numbers, because React Aria's keys are. */
export type PageIds = ReadonlySet<string | number>;

export type Arrangement = {
  readonly pages: Pages;
  readonly nextId: number;
  /** Earlier pages that `undo` returns to, the latest last. */
  readonly past: readonly Pages[];
  /** Pages that `redo` returns to, the next one last. */
  readonly future: readonly Pages[];
};

/** The options that an arrangement is written as. */
export type PageOptions = { readonly pages: string; readonly split?: 'list' | 'none' };

const MAX_STEPS = 100;

/** Starts with the pages that the options list; with all pages if they list something else. */
export function arrangementOf(options: OptionValues, pageCount: number): Arrangement {
  const files = filesOf(options, pageCount) ?? parsePageList('', pageCount);
  const pages = pagesOf(files, 0);
  return { pages, nextId: pages.length, past: [], future: [] };
}

/** Shows the pages that were typed, as a change that can be undone. Returns `state` if the text is not a list of pages (yet). */
export function retyped(state: Arrangement, options: OptionValues, pageCount: number): Arrangement {
  const files = filesOf(options, pageCount);
  if (!files) return state;
  const pages = pagesOf(files, state.nextId);
  return { ...changed(state, pages), nextId: state.nextId + pages.length };
}

function filesOf({ pages, split }: OptionValues, pageCount: number): readonly (readonly PageEntry[])[] | undefined {
  try {
    const files = parsePageList(typeof pages === 'string' ? pages : '', pageCount);
    return split === 'list' ? files : [files.flat()];
  } catch {
    return undefined;
  }
}

function pagesOf(files: readonly (readonly PageEntry[])[], firstId: number): Pages {
  return files
    .flatMap((file, at) => file.map((entry, place) => ({ ...entry, startsFile: at > 0 && place === 0 })))
    .map((page, at) => ({ ...page, id: firstId + at }));
}

/** Returns the options for these pages. `split` is left out if it has nothing to do with them. */
export function optionsOf({ pages }: Arrangement, before: OptionValues, pageCount: number): PageOptions {
  const files: ArrangedPage[][] = [];
  for (const page of pages) {
    if (page.startsFile || files.length === 0) files.push([]);
    files.at(-1)?.push(page);
  }
  const list = writePageList(files, pageCount);
  if (files.length > 1) return { pages: list, split: 'list' };
  return before['split'] === 'list' ? { pages: list, split: 'none' } : { pages: list };
}

/** Positions of pages, in ascending order. */
export function placesOf({ pages }: Arrangement, ids: PageIds): readonly number[] {
  return pages.flatMap(({ id }, place) => (ids.has(id) ? [place] : []));
}

export function rotated(state: Arrangement, ids: PageIds, by: 90 | 270): Arrangement {
  const turn = (now: Turn): Turn => TURNS[((now + by) / 90) % 4] ?? 0;
  return changed(
    state,
    state.pages.map((page) => (ids.has(page.id) ? { ...page, turn: turn(page.turn) } : page)),
  );
}

const TURNS: readonly Turn[] = [0, 90, 180, 270];

/** Removes pages. At least one page of the document stays. */
export function removed(state: Arrangement, ids: PageIds): Arrangement {
  const starts = startsWithout(state.pages, ({ id }) => ids.has(id));
  const pages = state.pages.filter(({ id }) => !ids.has(id)).map((page) => withStart(page, starts.has(page.id)));
  if (pages.length === state.pages.length || !pages.some(({ index }) => index !== undefined)) return state;
  return changed(state, pages);
}

export function onlyKept(state: Arrangement, ids: PageIds): Arrangement {
  return removed(state, new Set(state.pages.flatMap(({ id }) => (ids.has(id) ? [] : [id]))));
}

/** Inserts a copy of each page behind the last of them. `made` are the ids of the copies. */
export function duplicated(state: Arrangement, ids: PageIds): { state: Arrangement; made: readonly number[] } {
  const copies = state.pages
    .filter(({ id }) => ids.has(id))
    .map((page, at) => ({ ...page, id: state.nextId + at, startsFile: false }));
  return inserted(state, copies, (placesOf(state, ids).at(-1) ?? -1) + 1);
}

/** Inserts an empty page behind the last of these pages; at the end if there are none. */
export function withBlank(state: Arrangement, ids: PageIds): { state: Arrangement; made: readonly number[] } {
  const blank: ArrangedPage = { id: state.nextId, index: undefined, turn: 0, startsFile: false };
  return inserted(state, [blank], (placesOf(state, ids).at(-1) ?? state.pages.length - 1) + 1);
}

function inserted(state: Arrangement, added: Pages, place: number): { state: Arrangement; made: readonly number[] } {
  const pages = [...state.pages.slice(0, place), ...added, ...state.pages.slice(place)];
  return { state: { ...changed(state, pages), nextId: state.nextId + added.length }, made: added.map(({ id }) => id) };
}

/**
 * Moves pages together in front of the page at `place`; the number of pages moves them to the end. They join the file they are moved
 * into.
 */
export function moved(state: Arrangement, ids: PageIds, place: number): Arrangement {
  const isMoving = ({ id }: ArrangedPage): boolean => ids.has(id);
  const order = [
    ...state.pages.slice(0, place).filter((page) => !isMoving(page)),
    ...state.pages.filter(isMoving),
    ...state.pages.slice(place).filter((page) => !isMoving(page)),
  ];
  if (order.every((page, at) => page === state.pages[at])) return state;
  const starts = startsWithout(state.pages, isMoving);
  return changed(
    state,
    order.map((page) => withStart(page, starts.has(page.id))),
  );
}

/** Returns the same object if nothing changes, so that only changed pages are rendered. */
function withStart(page: ArrangedPage, startsFile: boolean): ArrangedPage {
  return page.startsFile === startsFile ? page : { ...page, startsFile };
}

/** Pages that start a file once others are moved away: each file starts with the first page that stays. */
function startsWithout(pages: Pages, isMoving: (page: ArrangedPage) => boolean): ReadonlySet<number> {
  const starts = new Set<number>();
  let isDue = false;
  for (const page of pages) {
    isDue ||= page.startsFile;
    if (!isDue || isMoving(page)) continue;
    starts.add(page.id);
    isDue = false;
  }
  return starts;
}

/** Moves pages by one place towards the start or the end. */
export function shifted(state: Arrangement, ids: PageIds, by: -1 | 1): Arrangement {
  const places = placesOf(state, ids);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return state;
  return moved(state, ids, by < 0 ? Math.max(0, first - 1) : Math.min(state.pages.length, last + 2));
}

export function reversed(state: Arrangement): Arrangement {
  const pages = state.pages.map((page, at) => withStart(page, state.pages[at + 1]?.startsFile ?? false));
  return changed(state, pages.toReversed());
}

/** Starts a new file with each of these pages; if each already starts one, joins it with the file before. */
export function splitAt(state: Arrangement, ids: PageIds): Arrangement {
  const [, ...later] = state.pages;
  const chosen = later.filter(({ id }) => ids.has(id));
  if (chosen.length === 0) return state;
  const startsFile = !chosen.every((page) => page.startsFile);
  return changed(
    state,
    state.pages.map((page) => (chosen.includes(page) ? withStart(page, startsFile) : page)),
  );
}

function changed(state: Arrangement, pages: Pages): Arrangement {
  const [first, ...rest] = pages;
  const own = first ? [withStart(first, false), ...rest] : pages;
  return { ...state, pages: own, past: [...state.past.slice(1 - MAX_STEPS), state.pages], future: [] };
}

export function undone(state: Arrangement): Arrangement {
  const pages = state.past.at(-1);
  return pages ? { ...state, pages, past: state.past.slice(0, -1), future: [...state.future, state.pages] } : state;
}

export function redone(state: Arrangement): Arrangement {
  const pages = state.future.at(-1);
  return pages ? { ...state, pages, past: [...state.past, state.pages], future: state.future.slice(0, -1) } : state;
}
