/** Arranges the pages of a PDF: their order, rotation, copies, blank pages, files. Writes the options `pages` and `split`. */
import type { OptionValues } from '@bakkum/conversion/options';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';
import { LiveRegion } from '@bakkum/ui/live-region';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import {
  type Arrangement,
  arrangementOf,
  duplicated,
  moved,
  onlyKept,
  optionsOf,
  placesOf,
  redone,
  removed,
  retyped,
  reversed,
  rotated,
  shifted,
  splitAt,
  undone,
  withBlank,
} from './arranged-pages.ts';
import { PageGrid } from './page-grid.tsx';
import { createPageImages } from './page-images.ts';
import { THUMBNAIL_SIZE } from './page-thumbnail.tsx';
import { type PageAction, PageTools } from './page-tools.tsx';

export type PageEditorProps = {
  readonly pages: PdfPages;
  readonly options: OptionValues;
  readonly isDisabled: boolean;
  readonly onChange: (options: OptionValues) => void;
};

const MAX_PIXEL_RATIO = 2;

export function PageEditor({ pages, options, isDisabled, onChange }: PageEditorProps): ReactNode {
  const t = useMessages('workbench');
  const locale = useLocale();
  const images = useMemo(() => createPageImages(pages, THUMBNAIL_SIZE * Math.min(MAX_PIXEL_RATIO, devicePixelRatio)), [pages]);
  useEffect(() => () => images.close(), [images]);
  const editor = useArrangement({ pages, options, onChange });
  const { state, selected } = editor;
  const isPossible = (action: PageAction): boolean => !isDisabled && editor.isPossible(action);
  const onKey = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (!action || !isPossible(action)) return;
    event.preventDefault();
    event.stopPropagation();
    editor.perform(action);
  };
  return (
    <I18nProvider locale={locale}>
      <section aria-label={t('pagesEdit')} className="flex h-full min-h-0 flex-col" onKeyDownCapture={onKey}>
        <LiveRegion>{editor.spoken}</LiveRegion>
        <PageTools isPossible={isPossible} onAction={editor.perform} />
        <div className="min-h-0 grow">
          <PageGrid
            pages={state.pages}
            images={images}
            selected={selected}
            isDisabled={isDisabled}
            onSelect={editor.select}
            onDrop={editor.drop}
          />
        </div>
        <p className="shrink-0 border-line border-t bg-surface px-3 py-1.5 text-center text-ink-soft text-sm">
          {selected.size > 0 ? t('pagesSelected', { count: selected.size, all: state.pages.length }) : t('pagesHint')}
        </p>
      </section>
    </I18nProvider>
  );
}

type ArrangementEditor = {
  readonly state: Arrangement;
  readonly selected: ReadonlySet<number>;
  /** Tells screen readers what the last action did. */
  readonly spoken: string;
  readonly select: (ids: ReadonlySet<number>) => void;
  readonly drop: (ids: ReadonlySet<number>, place: number) => void;
  readonly isPossible: (action: PageAction) => boolean;
  readonly perform: (action: PageAction) => void;
};

function useArrangement({
  pages,
  options,
  onChange,
}: Pick<PageEditorProps, 'pages' | 'options' | 'onChange'>): ArrangementEditor {
  const t = useMessages('workbench');
  const { pageCount } = pages;
  const [state, setState] = useState(() => arrangementOf(options, pageCount));
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const [spoken, setSpoken] = useState('');
  const [written, setWritten] = useState(() => keyOf(options));
  if (keyOf(options) !== written) {
    // The options were changed elsewhere.
    setWritten(keyOf(options));
    const next = retyped(state, options, pageCount);
    setState(next);
    if (next !== state) select(new Set());
  }
  const change = (next: Arrangement, words: string, chosen?: ReadonlySet<number>): void => {
    if (next === state) return;
    const changes = optionsOf(next, options, pageCount);
    const present = new Set(next.pages.map(({ id }) => id));
    setState(next);
    setWritten(keyOf({ ...options, ...changes }));
    setSpoken(words);
    select(chosen ?? new Set([...selected].filter((id) => present.has(id))));
    onChange(changes);
  };
  const all = (): ReadonlySet<number> => new Set(state.pages.map(({ id }) => id));
  const moveTo = (next: Arrangement, ids: ReadonlySet<number>): void => {
    const place = (placesOf(next, ids)[0] ?? 0) + 1;
    change(next, t('pagesMoved', { count: ids.size, place, all: next.pages.length }), ids);
  };
  const count = selected.size;
  const rotate = (by: 90 | 270): void => {
    const ids = count > 0 ? selected : all();
    change(rotated(state, ids, by), t('pagesRotated', { count: ids.size }), selected);
  };
  const insert = ({ state: next, made }: ReturnType<typeof duplicated>, words: string): void =>
    change(next, words, new Set(made));
  const actions: Readonly<Record<PageAction, () => void>> = {
    rotateLeft: () => rotate(270),
    rotateRight: () => rotate(90),
    pagesEarlier: () => moveTo(shifted(state, selected, -1), selected),
    pagesLater: () => moveTo(shifted(state, selected, 1), selected),
    pagesDuplicate: () => insert(duplicated(state, selected), t('pagesDuplicated', { count })),
    pagesBlank: () => insert(withBlank(state, selected), t('pagesBlankInserted')),
    pagesSplit: () => {
      const next = splitAt(state, selected);
      change(next, t('pagesSplitInto', { count: next.pages.filter(({ startsFile }) => startsFile).length + 1 }));
    },
    pagesDelete: () => {
      const next = removed(state, selected);
      change(next, t('pagesDeleted', { count }), neighbour(state, selected));
      if (next === state) setSpoken(t('pagesLast'));
    },
    pagesKeep: () => change(onlyKept(state, selected), t('pagesKept', { count }), new Set()),
    pagesReverse: () => change(reversed(state), t('pagesReversed')),
    pagesSelectAll: () => select(all()),
    pagesUndo: () => change(undone(state), t('pagesUndone')),
    pagesRedo: () => change(redone(state), t('pagesRedone')),
  };
  return {
    state,
    selected,
    spoken,
    select,
    drop: (ids, place) => moveTo(moved(state, ids, place), ids),
    isPossible: (action) => isPossible(action, state, selected),
    perform: (action) => actions[action](),
  };
}

function isPossible(action: PageAction, state: Arrangement, selected: ReadonlySet<number>): boolean {
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

/** After a deletion, the next page is selected, so that the Delete key can be pressed again. */
function neighbour(state: Arrangement, deleted: ReadonlySet<number>): ReadonlySet<number> {
  const last = placesOf(state, deleted).at(-1) ?? 0;
  const next = state.pages.slice(last + 1)[0] ?? state.pages.findLast(({ id }) => !deleted.has(id));
  return new Set(next ? [next.id] : []);
}

function keyOf({ pages, split }: OptionValues): string {
  return JSON.stringify([pages ?? '', split === 'list']);
}

/** The action of a key; `undefined` for keys that the grid or the browser handles. */
function actionOf({ key, altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): PageAction | undefined {
  // Not in the toolbar, and not while the keyboard drags.
  if (!(target instanceof HTMLElement) || !target.closest('[role=row]') || target.closest('[data-drop-target]')) return undefined;
  const pressed = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (pressed === 'z') return shiftKey ? 'pagesRedo' : 'pagesUndo';
    return pressed === 'y' ? 'pagesRedo' : undefined;
  }
  if (altKey) return MOVES[key];
  if (pressed === 'r') return shiftKey ? 'rotateLeft' : 'rotateRight';
  return pressed === 'delete' || pressed === 'backspace' ? 'pagesDelete' : undefined;
}

const MOVES: Readonly<Record<string, PageAction>> = {
  ArrowLeft: 'pagesEarlier',
  ArrowUp: 'pagesEarlier',
  ArrowRight: 'pagesLater',
  ArrowDown: 'pagesLater',
};
