/** The list of files. Loaded with the first file, together with React Aria. */

import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Files } from '@bakkum/ui/icons';
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useStore } from '../../../state/use-store.ts';
import { ActionBar } from '../action-bar/action-bar.tsx';
import { focusNextStep } from '../action-bar/next-step.ts';
import { CombineStore, canCombine, combinationOf, NOTHING_COMBINED } from '../combine/combine-store.ts';
import { CombinedRow } from '../combine/combined-row.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { usePreset } from '../converter-preset.ts';
import { keptQueue } from '../restore/saved-queue.ts';
import { commonTargets } from '../target/common-targets.ts';
import { FormatPicker } from '../target/format-picker.tsx';
import { type FileItem, isBusy, isChoosable } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';
import { FileRow } from './file-row.tsx';
import { HostLimits } from './host-limits.tsx';

const CombinePanel = lazy(async () => ({ default: (await import('../combine/combine-panel.tsx')).CombinePanel }));

type FileListProps = { readonly store: ConversionStore; readonly items: readonly FileItem[]; readonly paused: boolean };

export function FileList({ store, items, paused }: FileListProps): ReactNode {
  const core = useSyncExternalStore(store.subscribe, store.loadedCore);
  if (!core) return <div className="min-h-40 rounded-lg border border-line bg-surface" />;
  return <LoadedList store={store} items={items} core={core} paused={paused} />;
}

/** Longer lists render rows only as they are scrolled into view. */
const VIRTUALIZED_FROM = 30;
/** Rows rendered before yielding to the page. */
const ROW_BATCH = 30;

type ListProps = FileListProps & { readonly core: ConversionCore };

function LoadedList({ store, items, core, paused }: ListProps): ReactNode {
  const t = useMessages('conversion');
  const [combining] = useState(() => new CombineStore(core));
  const state = useStore(combining);
  const shown = useRowsInTurns(items.length);
  useEffect(() => () => combining.dispose(), [combining]);
  useEffect(() => focusNextStep(document.querySelector('[data-drop-zone]')), []);
  const { to, parts } = state.open ? combinationOf(items, core, state.to) : NOTHING_COMBINED;
  if (to !== undefined)
    return (
      <Suspense fallback={<div className="min-h-40 rounded-lg border border-line bg-surface" />}>
        <CombinePanel combining={combining} state={state} core={core} all={items} to={to} items={parts} />
      </Suspense>
    );
  return (
    <section aria-label={t('listLabel')} className="space-y-3">
      <ListTools
        store={store}
        items={items}
        core={core}
        paused={paused}
        canCombine={canCombine(items, core)}
        onCombine={() => combining.open()}
      />
      {state.result ? (
        <CombinedRow result={state.result} format={core.formatName(state.result.to)} onClose={() => combining.forgetResult()} />
      ) : undefined}
      <ul className="space-y-2">
        {items.slice(0, shown).map((item) => (
          <FileRow
            key={item.id}
            item={item}
            core={core}
            store={store}
            isAlone={items.length === 1}
            isOfMany={items.length > VIRTUALIZED_FROM}
            expectedMs={item.state.status === 'pending' ? store.expectedMs(item) : undefined}
          />
        ))}
      </ul>
      <ActionBar store={store} items={items} paused={paused} combined={state.result?.file} />
    </section>
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

type ListToolsProps = ListProps & { readonly canCombine: boolean; readonly onCombine: () => void };

/** The number of files and the actions for all of them. */
function ListTools({ store, items, core, paused, canCombine, onCombine }: ListToolsProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const size = formatBytes(
    locale,
    items.reduce((sum, item) => sum + item.size, 0),
  );
  const { listHeading } = usePreset();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {listHeading ? <h2 className="basis-full font-bold text-xl">{listHeading(items.length)}</h2> : undefined}
      <p className="grow text-ink-soft text-sm tabular">
        {t('listSummary', { files: t('fileCount', { count: items.length }), size })}
      </p>
      {canCombine ? (
        <Button icon={<Files aria-hidden size={18} />} onClick={onCombine} className="max-sm:order-1 max-sm:w-full">
          {t('combine')}
        </Button>
      ) : undefined}
      {items.length > 1 ? <AllTo store={store} core={core} items={items} paused={paused} /> : undefined}
      <Unkept />
      <HostLimits core={core} />
    </div>
  );
}

/** Shown only when there is no room to store the list: a reload then loses it. */
function Unkept(): ReactNode {
  const t = useMessages('conversion');
  const { unkept } = useStore(keptQueue);
  if (unkept === 0) return undefined;
  return <p className="basis-full text-ink-soft text-sm">{t('unkept', { count: unkept })}</p>;
}

/** The picker renders a hundred choices, so it rerenders only when they change, not with every file. */
const AllPicker = memo(FormatPicker);

function AllTo({ store, core, items }: ListProps): ReactNode {
  const t = useMessages('conversion');
  const [chosen, setChosen] = useState<string | null>(null);
  const formats = items.filter((item) => isChoosable(item) || isBusy(item)).flatMap(({ format }) => format?.id ?? []);
  const key = formats.join();
  const all = items.length;
  const targets = useMemo(
    () =>
      commonTargets(key === '' ? [] : key.split(',').map(core.targets)).map((target) => ({
        ...target,
        note: target.count === all ? t('allFiles') : t('someFiles', { count: target.count, all }),
      })),
    [core, key, all, t],
  );
  const choose = useCallback(
    (to: string): void => {
      setChosen(to);
      store.chooseForAll(to, (item) => fits(core, item, to));
    },
    [store, core],
  );
  if (targets.length === 0) return undefined;
  return (
    <AllPicker
      label={t('allTo')}
      labelHidden
      targets={targets}
      // Shown while it applies.
      value={chosen !== null && items.every((item) => !fits(core, item, chosen) || item.target === chosen) ? chosen : null}
      placeholder={t('allTo')}
      onChange={choose}
      className="w-44 sm:w-56"
    />
  );
}

function fits(core: ConversionCore, { format }: FileItem, to: string): boolean {
  return format !== undefined && core.targets(format.id).some((target) => target.format.id === to);
}
