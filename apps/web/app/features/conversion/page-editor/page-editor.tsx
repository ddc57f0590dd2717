/** Arranges the pages of a PDF: their order, rotation, copies, blank pages, files. Writes the options `pages` and `split`. */
import type { OptionValues } from '@bakkum/conversion/options';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { LiveRegion } from '@bakkum/ui/live-region';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type Arrangement, arrangementOf, moved, optionsOf, type PageIds, retyped } from './arranged-pages.ts';
import type { OnPage } from './on-page.ts';
import { isPossible, movedTo, type Outcome, type PageAction, perform } from './page-actions.ts';
import { PageGrid } from './page-grid.tsx';
import { PageTools } from './page-tools.tsx';
import type { OpenedPages } from './use-pdf-pages.ts';

export type PageEditorProps = {
  readonly pages: OpenedPages;
  readonly options: OptionValues;
  /** Whether the result can be several files. */
  readonly canSplit: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (options: OptionValues) => void;
  /** Opens the editor of an option on one large page; absent if that is not possible. */
  readonly onOpen?: (option: OnPage) => void;
};

export function PageEditor({ pages, options, canSplit, isDisabled, onChange, onOpen }: PageEditorProps): ReactNode {
  const t = useMessages('workbench');
  const locale = useLocale();
  const { state, selected, spoken, select, enter } = useArrangement({ pages, options, onChange });
  const canPerform = (action: PageAction): boolean =>
    !isDisabled && (canSplit || action !== 'pagesSplit') && isPossible(action, state, selected);
  const act = (action: PageAction): void => enter(perform(action, state, selected));
  const onKey = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (!action || !canPerform(action)) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  };
  return (
    <I18nProvider locale={locale}>
      <section aria-label={t('pagesEdit')} className="flex h-full min-h-0 flex-col" onKeyDownCapture={onKey}>
        <LiveRegion>{spoken}</LiveRegion>
        <PageTools canSplit={canSplit} {...(onOpen && { onOpen })} isPossible={canPerform} onAction={act} />
        <p className="shrink-0 border-line border-b bg-surface px-3 py-1 text-center text-ink-soft text-sm">
          {selected.size > 0 ? t('pagesSelected', { count: selected.size, all: state.pages.length }) : t('pagesHint')}
        </p>
        <div className="min-h-0 grow">
          <PageGrid
            pages={state.pages}
            images={pages.images}
            selected={selected}
            isDisabled={isDisabled}
            onSelect={select}
            onDrop={(ids, place) => enter(movedTo(moved(state, ids, place), ids))}
          />
        </div>
      </section>
    </I18nProvider>
  );
}

type ArrangementEditor = {
  readonly state: Arrangement;
  readonly selected: PageIds;
  /** Announces the last action to screen readers. */
  readonly spoken: string;
  readonly select: (ids: PageIds) => void;
  readonly enter: (outcome: Outcome) => void;
};

function useArrangement({
  pages,
  options,
  onChange,
}: Pick<PageEditorProps, 'pages' | 'options' | 'onChange'>): ArrangementEditor {
  const t = useMessages('workbench');
  const { pageCount } = pages;
  const [state, setState] = useState(() => arrangementOf(options, pageCount));
  const [selected, select] = useState<PageIds>(new Set<number>());
  const [spoken, setSpoken] = useState('');
  const [written, setWritten] = useState(() => keyOf(options));
  if (keyOf(options) !== written) {
    // The options were changed elsewhere.
    setWritten(keyOf(options));
    const next = retyped(state, options, pageCount);
    setState(next);
    if (next !== state) select(new Set<number>());
  }
  const enter = ({ state: next, selected: chosen, say }: Outcome): void => {
    if (say) setSpoken(say(t));
    select(presentIn(next, chosen));
    if (next === state) return;
    const changes = optionsOf(next, options, pageCount);
    setState(next);
    setWritten(keyOf({ ...options, ...changes }));
    onChange(changes);
  };
  return { state, selected, spoken, select, enter };
}

/** Returns the same set if possible, because React Aria's set stores where a range begins. */
function presentIn({ pages }: Arrangement, ids: PageIds): PageIds {
  const present = new Set(pages.map(({ id }): string | number => id));
  return [...ids].every((id) => present.has(id)) ? ids : new Set([...ids].filter((id) => present.has(id)));
}

function keyOf({ pages, split }: OptionValues): string {
  return JSON.stringify([pages ?? '', split === 'list']);
}

/** The action of a key; `undefined` for keys that the grid or the browser handles. */
function actionOf({ key, altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): PageAction | undefined {
  // While the keyboard drags, the focus is on the places between the pages.
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
