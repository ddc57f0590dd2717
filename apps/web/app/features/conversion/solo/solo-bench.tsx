/** One file, large: its preview, what it becomes, and everything that can be chosen for it. Loaded with a single file. */
import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePreset } from '../converter-preset.ts';
import { EditButton } from '../edit-in-studio/edit-button.tsx';
import { editOf } from '../image-edit/edited-view.ts';
import { isBusy, isChoosable } from '../list/conversion-state.ts';
import { FileHeading } from '../list/file-heading.tsx';
import { Details } from '../list/row-details.tsx';
import { RowNotes } from '../list/row-notes.tsx';
import type { RowProps } from '../list/row-props.ts';
import { TargetPicker, WorkProgress } from '../target/row-controls.tsx';
import { EditTools } from './edit-tools.tsx';
import { SizeEstimate } from './size-estimate.tsx';
import { SoloOptions } from './solo-options.tsx';
import { Stage } from './stage.tsx';
import { useTrial } from './use-trial.ts';

type SoloBenchProps = Pick<RowProps, 'item' | 'core' | 'store'> & { readonly expectedMs: number | undefined };

export function SoloBench({ item, core, store, expectedMs }: SoloBenchProps): ReactNode {
  const t = useMessages('conversion');
  const { removal } = usePreset();
  const trial = useTrial(item, core);
  const { state } = item;
  const tried = trial.status === 'made' ? trial.file : trial.status === 'working' ? trial.stale : undefined;
  const after = state.status === 'completed' && state.files.length === 1 ? state.files[0].blob : tried;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that the failure removed had the focus.
    if (state.status === 'error' && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[role=alert] button, [role=status] input')?.focus();
  }, [state.status]);
  return (
    <ul>
      <li
        data-status={state.status}
        data-solo
        className="@container overflow-clip rounded-lg border border-line bg-surface lg:grid lg:grid-cols-[minmax(0,1fr)_23rem]"
      >
        <div className="h-[44dvh] min-h-60 bg-sunken lg:h-auto lg:min-h-[30rem]">
          <div className="flex h-full flex-col lg:sticky lg:top-20 lg:max-h-[calc(100dvh-12rem)]">
            <EditTools item={item} core={core} store={store} />
            <div className="min-h-0 grow">
              <Stage item={item} core={core} after={after} edit={editOf(item.options)} isStale={trial.status === 'working'} />
            </div>
          </div>
        </div>
        <div ref={panel} className="flex min-w-0 flex-col gap-4 border-line border-t p-4 sm:p-5 lg:border-t-0 lg:border-l">
          <div className="flex items-start gap-2">
            <FileHeading item={item} core={core} isSource />
            <EditButton item={item} />
            {removal === 'always' || state.status === 'pending' ? (
              <IconButton label={t('remove', { name: item.name })} onClick={() => store.remove(item.id)} className="-mt-2 -mr-2">
                <X aria-hidden size={18} />
              </IconButton>
            ) : undefined}
          </div>
          {item.target === undefined && !isChoosable(item) ? undefined : <Target item={item} core={core} store={store} />}
          <div className="-mt-2 empty:hidden [&>p+p]:mt-1.5 [&>p]:mt-0">
            <RowNotes item={item} core={core} />
          </div>
          <Details item={item} core={core} store={store} optionsOpen={false} />
          <SizeEstimate item={item} trial={trial} />
          <SoloOptions item={item} core={core} store={store} expectedMs={expectedMs} />
        </div>
      </li>
    </ul>
  );
}

/** The picker; while the file is converted, its progress takes the place. */
function Target({ item, core, store }: Omit<SoloBenchProps, 'expectedMs'>): ReactNode {
  const t = useMessages('workbench');
  return (
    <div>
      <p aria-hidden className="mb-1.5 font-medium text-sm">
        {t('convertTo')}
      </p>
      <div className="flex min-h-11 items-center">
        {isBusy(item) ? (
          <WorkProgress label={item.name} state={item.state} className="grow" />
        ) : (
          <TargetPicker item={item} core={core} store={store} className="w-full" />
        )}
      </div>
    </div>
  );
}
