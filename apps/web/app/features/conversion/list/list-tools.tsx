import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Files } from '@bakkum/ui/icons';
import { type ReactNode, useCallback, useState } from 'react';
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
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {listHeading ? (
        <h2 className="grow font-semibold text-lg">{listHeading(items.length)}</h2>
      ) : (
        <p className="grow text-ink-soft text-sm tabular">{items.length === 1 ? undefined : summary}</p>
      )}
      {canCombine ? (
        <Button icon={<Files aria-hidden size={18} />} onClick={onCombine} className="max-sm:order-1 max-sm:w-full">
          {t('combine')}
        </Button>
      ) : undefined}
      {items.length > 1 ? <AllTo store={store} core={core} items={items} /> : undefined}
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

function AllTo({ store, core, items }: ListProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const formats = items.filter((item) => isChoosable(item) || isBusy(item)).flatMap(({ format }) => format?.id ?? []);
  const choose = useCallback(
    (to: string): void => {
      setChosen(to);
      store.chooseForAll(to, (item) => fits(core, item, to));
    },
    [store, core],
  );
  return (
    <AllToPicker
      formats={formats}
      targetsOf={core.targets}
      all={items.length}
      // Shown while it applies.
      value={chosen !== null && items.every((item) => !fits(core, item, chosen) || item.target === chosen) ? chosen : null}
      onChange={choose}
    />
  );
}

function fits(core: ConversionCore, { format }: FileItem, to: string): boolean {
  return format !== undefined && core.targets(format.id).some((target) => target.format.id === to);
}
