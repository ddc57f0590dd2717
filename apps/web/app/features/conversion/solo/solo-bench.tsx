/** One file, large: its preview, what it becomes, and everything that can be chosen for it. Loaded with a single file. */
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { SOLO_CLASS, SOLO_STAGE_CLASS } from '../../../workbench/row-frame.tsx';
import { usePreset } from '../converter-preset.ts';
import { EditButton } from '../edit-in-studio/edit-button.tsx';
import { editOf } from '../image-edit/edited-view.ts';
import { isBusy, isChoosable } from '../list/conversion-state.ts';
import { FileHeading } from '../list/file-heading.tsx';
import { Details } from '../list/row-details.tsx';
import { RowNotes } from '../list/row-notes.tsx';
import type { RowProps } from '../list/row-props.ts';
import { activityOf, TargetPicker, WorkProgress } from '../target/row-controls.tsx';
import { EditTools } from './edit-tools.tsx';
import { SidePanelPlace } from './side-panel.tsx';
import { SizeEstimate } from './size-estimate.tsx';
import { SoloOptions } from './solo-options.tsx';
import { Stage } from './stage.tsx';
import { type CropMode, useCropping } from './use-cropping.ts';
import { useTrial } from './use-trial.ts';

const CropPanel = lazy(async () => ({ default: (await import('../image-edit/crop-editor.tsx')).CropPanel }));

type SoloBenchProps = Pick<RowProps, 'item' | 'core' | 'store'> & { readonly expectedMs: number | undefined };

export function SoloBench({ item, core, store, expectedMs }: SoloBenchProps): ReactNode {
  const trial = useTrial(item, core);
  const crop = useCropping({ item, core, store });
  const { state } = item;
  const tried = trial.status === 'made' ? trial.file : trial.status === 'working' ? trial.stale : undefined;
  const after = state.status === 'completed' && state.files.length === 1 ? state.files[0].blob : tried;
  const panel = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const [side, setSide] = useState<HTMLElement | null>(null);
  const finishCrop = (): void => {
    crop?.toggle();
    // The button that ended cropping disappears.
    tools.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
  };
  useEffect(() => {
    // The button that the failure removed had the focus.
    if (state.status === 'error' && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[role=alert] button, [role=status] input')?.focus();
  }, [state.status]);
  return (
    <ul>
      <li data-status={state.status} data-solo className={SOLO_CLASS}>
        <div ref={tools} className={SOLO_STAGE_CLASS}>
          <SidePanelPlace value={side}>
            <Preview item={item} core={core} store={store} after={after} isStale={trial.status === 'working'} crop={crop} />
          </SidePanelPlace>
        </div>
        <div ref={panel} className="flex min-w-0 flex-col gap-4 border-line border-t p-4 sm:p-5 lg:border-t-0 lg:border-l">
          {crop?.isOpen ? (
            <Suspense>
              <div className="border-line border-b pb-4">
                <CropPanel {...crop.cropping} onRatio={crop.onRatio} onDone={finishCrop} />
              </div>
            </Suspense>
          ) : undefined}
          <Heading item={item} core={core} store={store} />
          <div ref={setSide} className="empty:hidden" />
          {item.target === undefined && !isChoosable(item) ? undefined : <Target item={item} core={core} store={store} />}
          <div className="-mt-2 empty:hidden [&>p+p]:mt-1.5 [&>p]:mt-0">
            <RowNotes item={item} core={core} store={store} />
          </div>
          <Details item={item} core={core} store={store} hasStage />
          <SizeEstimate item={item} trial={trial} core={core} />
          <SoloOptions item={item} core={core} store={store} expectedMs={expectedMs} hasStage />
        </div>
      </li>
    </ul>
  );
}

type PreviewProps = Omit<SoloBenchProps, 'expectedMs'> & {
  readonly after: Blob | undefined;
  readonly isStale: boolean;
  readonly crop: CropMode | undefined;
};

function Preview({ item, core, store, after, isStale, crop }: PreviewProps): ReactNode {
  return (
    <div
      className={classNames(
        // Keeps the whole preview above the action bar until the page is scrolled.
        'flex h-full flex-col lg:sticky lg:top-20 lg:max-h-[max(20rem,calc(100dvh-19rem))]',
      )}
    >
      <EditTools item={item} core={core} store={store} crop={crop} />
      <div className="min-h-0 grow">
        <Stage
          item={item}
          core={core}
          store={store}
          after={after}
          edit={editOf(item.options)}
          cropping={crop?.isOpen ? crop.cropping : undefined}
          isStale={isStale}
        />
      </div>
    </div>
  );
}

function Heading({ item, core, store }: Omit<SoloBenchProps, 'expectedMs'>): ReactNode {
  const t = useMessages('conversion');
  const { removal } = usePreset();
  return (
    <div className="flex items-start gap-2">
      <FileHeading item={item} core={core} isSource />
      <EditButton item={item} />
      {removal === 'always' || item.state.status === 'pending' ? (
        <IconButton label={t('remove', { name: item.name })} onClick={() => store.remove(item.id)} className="-mt-2 -mr-2">
          <X aria-hidden size={18} />
        </IconButton>
      ) : undefined}
    </div>
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
          <WorkProgress label={item.name} state={item.state} activity={activityOf(item)} className="grow" />
        ) : (
          <TargetPicker item={item} core={core} store={store} className="w-full" />
        )}
      </div>
    </div>
  );
}
