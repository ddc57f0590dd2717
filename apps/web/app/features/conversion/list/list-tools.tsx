import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { Files } from '@bakkum/ui/icons';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { AllToPicker } from '../../../workbench/all-to-picker.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { usePreset } from '../converter-preset.ts';
import { keptQueue } from '../restore/saved-queue.ts';
import { type FileItem, isBusy, isChoosable } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';
import { HostLimits } from './host-limits.tsx';

type ListProps = { readonly store: ConversionStore; readonly items: readonly FileItem[]; readonly core: ConversionCore };
type ListToolsProps = ListProps & { readonly canCombine: boolean; readonly onCombine: () => void };

const LINE_CLASS = 'flex min-h-11 items-center';
/** The pickers keep their line while the kinds of the files are found, and their number changes. */
const TARGETS_CLASS = 'flex min-h-11 min-w-0 basis-full items-center sm:justify-end xl:basis-auto';

/** The number of files and the actions for all of them. */
export function ListTools({ store, items, core, canCombine, onCombine }: ListToolsProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const size = formatBytes(
    locale,
    items.reduce((sum, item) => sum + item.size, 0),
  );
  const summary = t('listSummary', { files: t('fileCount', { count: items.length }), size });
  const { listHeading } = usePreset();
  const isList = items.length > 1;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {listHeading ? (
        <h2 className={classNames('grow basis-full font-semibold text-lg sm:basis-auto', isList && LINE_CLASS)}>
          {listHeading(items.length)}
        </h2>
      ) : (
        <p className={classNames('grow basis-0 text-ink-soft text-sm tabular', isList && LINE_CLASS)}>
          {isList ? summary : undefined}
        </p>
      )}
      {canCombine ? (
        <Button icon={<Files aria-hidden size={18} />} onClick={onCombine}>
          {t('combine')}
        </Button>
      ) : undefined}
      {isList ? (
        <div className={TARGETS_CLASS}>
          <AllTo store={store} core={core} items={items} />
        </div>
      ) : undefined}
      <Unkept />
      <HostLimits core={core} />
    </div>
  );
}

/** Shown only when there is no room to store the list or its results: a reload then loses them. */
function Unkept(): ReactNode {
  const t = useMessages('conversion');
  const { unkept, unkeptResults } = useStore(keptQueue);
  const sentences = [
    ...(unkept > 0 ? [t('unkept', { count: unkept })] : []),
    ...(unkeptResults > 0 ? [t('unkeptResults', { count: unkeptResults })] : []),
  ];
  if (sentences.length === 0) return undefined;
  return <p className="basis-full text-ink-soft text-sm">{sentences.join(' ')}</p>;
}

/** Kinds of files with a picker of their own. In a list with more kinds, one picker applies to all. */
const MAX_KINDS = 4;

/** One target for the files of each kind, or for all if they are of one kind. */
function AllTo({ store, core, items }: ListProps): ReactNode {
  const t = useMessages('conversion');
  const kinds = Map.groupBy(
    items.filter(({ format }) => format),
    ({ format }) => kindOf(core.familyOf(format?.id ?? '')),
  );
  if (kinds.size < 2 || kinds.size > MAX_KINDS) return <AllOf store={store} core={core} items={items} />;
  return (
    // The padding keeps focus rings visible where the pickers scroll. `relative` holds their hidden labels inside.
    <fieldset className="relative -m-1 grid min-w-0 grid-cols-2 gap-2 p-1 max-xl:grow sm:flex sm:justify-end sm:overflow-x-auto">
      <legend className="sr-only">{t('allTo')}</legend>
      {[...kinds].map(([kind, members]) => (
        <AllOf key={kind} store={store} core={core} items={members} kind={t(`kind_${kind}`)} />
      ))}
    </fieldset>
  );
}

type Kind = (typeof KINDS)[number];
const KINDS = ['image', 'document', 'audio', 'video', 'archive', 'other'] as const;
const DOCUMENTS: readonly string[] = ['spreadsheet', 'presentation', 'ebook'];

function kindOf(family: string | undefined): Kind {
  if (family !== undefined && DOCUMENTS.includes(family)) return 'document';
  return KINDS.find((kind) => kind === (family === 'vector' ? 'image' : family)) ?? 'other';
}

function AllOf({ store, core, items, kind }: ListProps & { readonly kind?: string }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const key = items.map(({ id }) => id).join();
  const formats = items.filter((item) => isChoosable(item) || isBusy(item)).flatMap(({ format }) => format?.id ?? []);
  const ids = useMemo(() => new Set(key.split(',').map(Number)), [key]);
  const choose = useCallback(
    (to: string): void => {
      setChosen(to);
      store.chooseForAll(to, (item) => fits(core, item, to), ids);
    },
    [store, core, ids],
  );
  return (
    <AllToPicker
      formats={formats}
      targetsOf={core.targets}
      all={items.length}
      {...(kind !== undefined && { kind })}
      // Shown while it applies.
      value={chosen !== null && items.every((item) => !fits(core, item, chosen) || item.target === chosen) ? chosen : null}
      onChange={choose}
    />
  );
}

function fits(core: ConversionCore, { format }: FileItem, to: string): boolean {
  return format !== undefined && core.targets(format.id).some((target) => target.format.id === to);
}
