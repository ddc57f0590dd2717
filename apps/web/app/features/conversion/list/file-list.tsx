/** The list of files. Loaded with the first file, together with React Aria. */
import { useMessages } from '@bakkum/i18n/react';
import { lazy, type ReactNode, Suspense, startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { ListWithOptions } from '../../../workbench/options-pane.tsx';
import { ActionBar } from '../action-bar/action-bar.tsx';
import { CombineStore, canCombine, combinationOf, NOTHING_COMBINED } from '../combine/combine-store.ts';
import { CombinedRow } from '../combine/combined-row.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { usePreset } from '../converter-preset.ts';
import { useLeaveWarning } from '../save/leave-warning.ts';
import type { ConversionState, FileItem } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';
import { FileRow } from './file-row.tsx';
import { ListPlaceholder, PlainFile } from './list-placeholder.tsx';
import { ListTools } from './list-tools.tsx';
import '../../../complete-typeface.css';

/** What shows a single file. */
export const loadSoloBench = () => import('../solo/solo-bench.tsx');
const SoloBench = lazy(async () => ({ default: (await loadSoloBench()).SoloBench }));
const FileOptions = lazy(async () => ({ default: (await import('./file-options.tsx')).FileOptions }));
const OperationPanel = lazy(async () => ({ default: (await import('../operation-panel.tsx')).OperationPanel }));
const CombinePanel = lazy(async () => ({ default: (await import('../combine/combine-panel.tsx')).CombinePanel }));

type FileListProps = {
  readonly store: ConversionStore;
  readonly items: readonly FileItem[];
  readonly removed: ConversionState['removed'];
  readonly paused: boolean;
};

export function FileList({ store, items, removed, paused }: FileListProps): ReactNode {
  const core = useSyncExternalStore(store.subscribe, store.loadedCore);
  const { tool } = usePreset();
  if (!core) return <ListPlaceholder items={items} />;
  if (tool?.operation)
    return (
      <Suspense fallback={<div className="min-h-40 rounded-lg border border-line bg-surface" />}>
        <OperationPanel operation={tool.operation} items={items} core={core} store={store} />
      </Suspense>
    );
  return <LoadedList store={store} items={items} removed={removed} core={core} paused={paused} />;
}

/** Longer lists render rows only as they are scrolled into view. */
const VIRTUALIZED_FROM = 30;
/** Rows rendered before yielding to the page. */
const ROW_BATCH = 30;

type ListProps = FileListProps & { readonly core: ConversionCore };

function LoadedList({ store, items, removed, core, paused }: ListProps): ReactNode {
  const t = useMessages('conversion');
  const [combining] = useState(() => new CombineStore(core));
  const state = useStore(combining);
  useLeaveWarning(state.result?.file.blob);
  useEffect(() => () => combining.dispose(), [combining]);
  // Engines may have been stored on the offline page meanwhile.
  useEffect(() => store.foreseeAll(), [store]);
  const { tool } = usePreset();
  const opensCombining = tool?.combines === true && canCombine(items, core);
  useEffect(() => {
    if (opensCombining) combining.open();
  }, [combining, opensCombining]);
  const { to, parts } = state.open ? combinationOf(items, core, state.to) : NOTHING_COMBINED;
  if (to !== undefined)
    return (
      <Suspense fallback={<div className="min-h-40 rounded-lg border border-line bg-surface" />}>
        <CombinePanel combining={combining} state={state} core={core} all={items} to={to} items={parts} />
      </Suspense>
    );
  const [first] = items;
  const alone = items.length === 1 && !state.result ? first : undefined;
  const expectedMs = (item: FileItem): number | undefined =>
    item.state.status === 'pending' ? store.expectedMs(item) : undefined;
  return (
    <section aria-label={t('listLabel')} data-bench className="space-y-3">
      <ListTools
        store={store}
        items={items}
        core={core}
        canCombine={canCombine(items, core)}
        onCombine={() => combining.open()}
      />
      {state.result ? (
        <CombinedRow result={state.result} format={core.formatName(state.result.to)} onClose={() => combining.forgetResult()} />
      ) : undefined}
      {alone ? (
        <Suspense fallback={<PlainFile item={alone} />}>
          <SoloBench key={alone.id} item={alone} core={core} store={store} expectedMs={expectedMs(alone)} />
        </Suspense>
      ) : undefined}
      <Rows store={store} items={alone ? [] : items} core={core} expectedMs={expectedMs} />
      <ActionBar store={store} items={items} removed={removed} paused={paused} combined={state.result?.file} />
    </section>
  );
}

type RowsProps = Omit<ListProps, 'paused' | 'removed'> & { readonly expectedMs: (item: FileItem) => number | undefined };

/** The rows of several files, and the options of one of them. */
function Rows({ store, items, core, expectedMs }: RowsProps): ReactNode {
  const shown = useRowsInTurns(items.length);
  const [openId, setOpenId] = useState<number>();
  const toggleOptions = useCallback((id: number) => setOpenId((current) => (current === id ? undefined : id)), []);
  const open = items.find(({ id }) => id === openId);
  if (items.length === 0) return undefined;
  return (
    <ListWithOptions
      pane={
        open ? (
          <Suspense>
            <FileOptions
              key={open.id}
              item={open}
              core={core}
              store={store}
              expectedMs={expectedMs(open)}
              onClose={() => setOpenId(undefined)}
            />
          </Suspense>
        ) : undefined
      }
    >
      <ul className="space-y-2">
        {items.slice(0, shown).map((item) => (
          <FileRow
            key={item.id}
            item={item}
            core={core}
            store={store}
            isAlone={false}
            isOfMany={items.length > VIRTUALIZED_FROM}
            expectedMs={expectedMs(item)}
            isOpen={item.id === openId}
            onToggle={toggleOptions}
          />
        ))}
      </ul>
    </ListWithOptions>
  );
}

/** Returns how many of the rows are rendered so far. */
function useRowsInTurns(count: number): number {
  const [shown, setShown] = useState(ROW_BATCH);
  useEffect(() => {
    if (shown >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setShown(shown + ROW_BATCH)));
    return () => clearTimeout(timer);
  }, [shown, count]);
  return shown;
}
