import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { Download, Play, SquareSplitHorizontal } from '@bakkum/ui/icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { GrowthNote } from '../../../workbench/size-change.tsx';
import { EditButton } from '../edit-in-studio/edit-button.tsx';
import type { QualityTrial } from '../preview/quality-choice.tsx';
import type { Showing, Side } from '../preview/showing.ts';
import { saveAllAsZip, saveFile } from '../save/save-file.ts';
import { ShareButton } from '../save/share-button.tsx';
import { TargetPicker } from '../target/row-controls.tsx';
import { type FileItem, isExtraction } from './conversion-state.ts';
import type { RowProps } from './row-props.ts';
import { WarningList } from './warning-list.tsx';

const ContentsList = lazy(async () => ({ default: (await import('../contents/contents-list.tsx')).ContentsList }));
const PreviewDialog = lazy(async () => ({ default: (await import('../preview/preview-dialog.tsx')).PreviewDialog }));

type CompletedState = Extract<FileItem['state'], { readonly status: 'completed' }>;

/** Actions on a result: download, share, preview, or convert to another format. */
export function ResultControls({ item, state, core, store, isAlone }: RowProps & { readonly state: CompletedState }): ReactNode {
  const t = useMessages('conversion');
  const [first, ...rest] = state.files;
  const single = rest.length === 0;
  return (
    <>
      <TargetPicker item={item} core={core} store={store} />
      {single ? <PreviewButton item={item} result={first.blob} core={core} store={store} /> : undefined}
      <EditButton item={item} />
      <ShareButton files={state.files} of={item.name} />
      <Button
        variant={isAlone ? 'primary' : 'secondary'}
        className="grow sm:grow-0"
        icon={<Download aria-hidden size={18} className="max-sm:hidden" />}
        aria-label={
          single ? t('downloadNamed', { name: first.name }) : t('downloadFilesOf', { count: state.files.length, name: item.name })
        }
        onClick={() => (single ? saveFile(first) : void saveAllAsZip(state.files))}
      >
        {single ? t('download') : t('downloadFiles', { count: state.files.length })}
      </Button>
    </>
  );
}

type PreviewButtonProps = Pick<RowProps, 'item' | 'core' | 'store'> & { readonly result: Blob };

/** Shown only if both sides may be previewable; the dialog finds out whether they are. */
function PreviewButton({ item, result, core, store }: PreviewButtonProps): ReactNode {
  const t = useMessages('conversion');
  const [open, setOpen] = useState(false);
  const { format, target } = item;
  if (!format || target === undefined) return undefined;
  const [before, after] = [format.id, target].map(core.showing);
  if (!before || !after) return undefined;
  const isRecording = after.kind === 'sound' || after.kind === 'film';
  const label = t(isRecording ? 'playNamed' : 'compareNamed', { name: item.name });
  const side = (blob: Blob, id: string, showing: Showing): Side => ({
    blob,
    format: core.formatName(id),
    showing,
    ...(showing.by !== undefined && { make: (signal) => core.preview(blob, id, signal) }),
  });
  return (
    <>
      <Button aria-label={label} title={label} onClick={() => setOpen(true)} className="px-3">
        {isRecording ? <Play aria-hidden size={18} /> : <SquareSplitHorizontal aria-hidden size={18} />}
      </Button>
      {open ? (
        <Suspense>
          <PreviewDialog
            name={item.name}
            before={side(item.file, format.id, before)}
            after={side(result, target, after)}
            options={item.options}
            trial={after.kind === 'picture' ? qualityTrial({ item, core, store }) : undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : undefined}
    </>
  );
}

/** If the quality can be chosen: the result of each choice. */
function qualityTrial({ item, core, store }: Pick<RowProps, 'item' | 'core' | 'store'>): QualityTrial | undefined {
  const { format, target, way, options, file } = item;
  if (!format || target === undefined) return undefined;
  const field = core.optionsFor(format.id, target, way)['quality'];
  if (field?.kind !== 'choice' || field.values.length < 2) return undefined;
  return {
    values: field.values,
    chosen: String(options['quality'] ?? field.default),
    before: item.size,
    async make(quality, signal) {
      const job = { inputs: [file], from: format.id, to: target, way, options: { ...options, quality }, signal } as const;
      const made = await core.convert(job);
      return made.ok ? made.files[0].blob : undefined;
    },
    take(quality) {
      store.setOption(item.id, 'quality', quality);
      void store.convert(item.id);
    },
  };
}

type ResultDetailsProps = Pick<RowProps, 'item' | 'core' | 'store'> & {
  readonly state: CompletedState;
  /** The files of an archive are shown elsewhere. */
  readonly hasStage: boolean;
};

/** Losses of the conversion, and each file if there are several. */
export function ResultDetails({ item, state, core, store, hasStage }: ResultDetailsProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  return (
    <>
      {hasStage ? undefined : (
        <GrowthNote before={item.size} after={state.size} from={item.format?.id} to={item.target} familyOf={core.familyOf} />
      )}
      <WarningList warnings={state.warnings} />
      {isExtraction(item) && !hasStage ? (
        <Suspense>
          <ContentsList item={item} state={state} store={store} className="mt-2.5 max-h-80 rounded-md border border-line" />
        </Suspense>
      ) : undefined}
      {state.files.length > 1 && !isExtraction(item) ? (
        <ul className="mt-2 max-h-64 overflow-auto border-line border-t pt-1">
          {state.files.map((file) => (
            <li key={file.name} className="flex items-center gap-3 text-sm">
              <span className="min-w-0 grow break-all">{file.name}</span>
              <span className="shrink-0 text-ink-soft tabular">{formatBytes(locale, file.blob.size)}</span>
              <IconButton label={t('downloadNamed', { name: file.name })} onClick={() => saveFile(file)}>
                <Download aria-hidden size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : undefined}
    </>
  );
}
