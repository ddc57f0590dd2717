import type { useMessages } from '@bakkum/i18n/react';
import {
  type Arrangement,
  duplicated,
  onlyKept,
  type PageIds,
  placesOf,
  redone,
  removed,
  reversed,
  rotated,
  shifted,
  splitAt,
  undone,
  withBlank,
} from './arranged-pages.ts';

/** Actions of the toolbar and the keyboard. Each is also the name of its label. */
export type PageAction =
  | 'rotateLeft'
  | 'rotateRight'
  | 'pagesEarlier'
  | 'pagesLater'
  | 'pagesDuplicate'
  | 'pagesBlank'
  | 'pagesSplit'
  | 'pagesDelete'
  | 'pagesKeep'
  | 'pagesReverse'
  | 'pagesSelectAll'
  | 'pagesUndo'
  | 'pagesRedo';

export type Words = ReturnType<typeof useMessages<'workbench'>>;

export type Outcome = {
  readonly state: Arrangement;
  readonly selected: PageIds;
  /** What happened, for screen readers. */
  readonly say?: (t: Words) => string;
};

export function isPossible(action: PageAction, state: Arrangement, selected: PageIds): boolean {
  switch (action) {
    case 'pagesUndo':
      return state.past.length > 0;
    case 'pagesRedo':
      return state.future.length > 0;
    case 'pagesSplit':
      return state.pages.some(({ id }, place) => place > 0 && selected.has(id));
    case 'pagesEarlier':
    case 'pagesLater':
    case 'pagesDuplicate':
    case 'pagesDelete':
    case 'pagesKeep':
      return selected.size > 0;
    case 'pagesReverse':
    case 'pagesSelectAll':
      return state.pages.length > 1;
    case 'rotateLeft':
    case 'rotateRight':
    case 'pagesBlank':
      return true;
  }
}

/** Performs an action on the selected pages. Rotation applies to all pages if none is selected. */
export function perform(action: PageAction, state: Arrangement, selected: PageIds): Outcome {
  const count = selected.size;
  switch (action) {
    case 'rotateLeft':
      return rotatedBy(270, state, selected);
    case 'rotateRight':
      return rotatedBy(90, state, selected);
    case 'pagesEarlier':
      return movedTo(shifted(state, selected, -1), selected);
    case 'pagesLater':
      return movedTo(shifted(state, selected, 1), selected);
    case 'pagesDuplicate':
      return inserted(duplicated(state, selected), (t) => t('pagesDuplicated', { count }));
    case 'pagesBlank':
      return inserted(withBlank(state, selected), (t) => t('pagesBlankInserted'));
    case 'pagesSplit':
      return split(state, selected);
    case 'pagesDelete':
      return deleted(state, selected);
    case 'pagesKeep':
      return { state: onlyKept(state, selected), selected: new Set(), say: (t) => t('pagesKept', { count }) };
    case 'pagesReverse':
      return { state: reversed(state), selected, say: (t) => t('pagesReversed') };
    case 'pagesSelectAll':
      return { state, selected: allOf(state) };
    case 'pagesUndo':
      return { state: undone(state), selected, say: (t) => t('pagesUndone') };
    case 'pagesRedo':
      return { state: redone(state), selected, say: (t) => t('pagesRedone') };
  }
}

/** @param state the pages after they were moved */
export function movedTo(state: Arrangement, ids: PageIds): Outcome {
  const place = (placesOf(state, ids)[0] ?? 0) + 1;
  return { state, selected: ids, say: (t) => t('pagesMoved', { count: ids.size, place, all: state.pages.length }) };
}

function allOf({ pages }: Arrangement): PageIds {
  return new Set(pages.map(({ id }) => id));
}

function rotatedBy(by: 90 | 270, state: Arrangement, selected: PageIds): Outcome {
  const ids = selected.size > 0 ? selected : allOf(state);
  return { state: rotated(state, ids, by), selected, say: (t) => t('pagesRotated', { count: ids.size }) };
}

function inserted({ state, made }: ReturnType<typeof duplicated>, say: (t: Words) => string): Outcome {
  return { state, selected: new Set(made), say };
}

function split(state: Arrangement, selected: PageIds): Outcome {
  const next = splitAt(state, selected);
  const count = next.pages.filter(({ startsFile }) => startsFile).length + 1;
  return { state: next, selected, say: (t) => t('pagesSplitInto', { count }) };
}

/** Selects the next page, so that the Delete key can be pressed again. */
function deleted(state: Arrangement, selected: PageIds): Outcome {
  const next = removed(state, selected);
  if (next === state) return { state, selected, say: (t) => t('pagesLast') };
  const last = placesOf(state, selected).at(-1) ?? 0;
  const neighbour = state.pages[last + 1] ?? next.pages.at(-1);
  const count = selected.size;
  return { state: next, selected: new Set(neighbour ? [neighbour.id] : []), say: (t) => t('pagesDeleted', { count }) };
}
