/** The list of the cloud page. Loaded with the first file, together with React Aria. */
import { useMessages } from '@bakkum/i18n/react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { AllToPicker } from '../../../workbench/all-to-picker.tsx';
import { ListWithOptions, OptionsPane } from '../../../workbench/options-pane.tsx';
import { RefusedNotice } from '../../../workbench/refused-notice.tsx';
import { CloudActionBar } from '../action-bar.tsx';
import type { CloudQueue } from '../cloud-queue.ts';
import { type CloudItem, isChoosable } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';
import { CloudRow } from './cloud-row.tsx';
import { cloudTargets } from './cloud-targets.ts';
import { RowOptions } from './row-options.tsx';
import '../../../complete-typeface.css';

type CloudListProps = { readonly queue: CloudQueue; readonly isOffline: boolean; readonly onStart: () => void };

/** The files, and what can be done with all of them. */
export function CloudList({ queue, isOffline, onStart }: CloudListProps): ReactNode {
  const t = useMessages('conversion');
  const { items, formats, refused, nothingTaken, limits } = queue;
  const [openId, setOpenId] = useState<CloudItem['id']>();
  const open = items.find(({ id, stage, format, target }) => id === openId && stage.status === 'pending' && format && target);
  return (
    <div className="mt-4 space-y-3">
      <RefusedNotice
        refused={refused}
        nothingTaken={nothingTaken}
        limits={{ bytes: limits.fileBytes, files: limits.openJobs }}
        onClose={cloudStore.closeNotice}
      />
      {items.length > 0 ? (
        <section aria-label={t('listLabel')} className="space-y-3">
          <AllTo queue={queue} />
          <ListWithOptions
            pane={
              open ? (
                <OptionsPane key={open.id} id={open.id} name={open.name} onClose={() => setOpenId(undefined)}>
                  {/* Another target has other options. */}
                  <RowOptions key={[open.format, open.target].join()} item={open} />
                </OptionsPane>
              ) : undefined
            }
          >
            <ul className="space-y-2">
              {items.map((item) => (
                <CloudRow
                  key={item.id}
                  item={item}
                  formats={formats}
                  isAlone={items.length === 1}
                  isOpen={item === open}
                  onToggle={() => setOpenId(item === open ? undefined : item.id)}
                />
              ))}
            </ul>
          </ListWithOptions>
          <CloudActionBar queue={queue} isOffline={isOffline} onStart={onStart} />
        </section>
      ) : undefined}
    </div>
  );
}

/** Only for several files that are not sent yet. */
function AllTo({ queue: { items, formats } }: { readonly queue: CloudQueue }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const byId = useMemo(() => new Map(formats.map((format) => [format.id, format])), [formats]);
  const targetsOf = useCallback(
    (id: string) => {
      const format = byId.get(id);
      return format ? cloudTargets(format) : [];
    },
    [byId],
  );
  const open = items.filter(isChoosable);
  const fits = ({ format }: CloudItem, to: string): boolean => byId.get(format ?? '')?.targets.includes(to) === true;
  const choose = useCallback((to: string): void => {
    setChosen(to);
    cloudStore.setTargetOfAll(to);
  }, []);
  if (open.length < 2) return undefined;
  return (
    <div className="flex justify-end">
      <AllToPicker
        formats={open.flatMap(({ format }) => format ?? [])}
        targetsOf={targetsOf}
        all={open.length}
        value={chosen !== null && open.every((item) => !fits(item, chosen) || item.target === chosen) ? chosen : null}
        onChange={choose}
      />
    </div>
  );
}
