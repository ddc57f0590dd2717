import type { Warning } from '@bakkum/conversion/engine';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { Download, Play, SquareSplitHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ConversionCore } from './conversion-core.ts';
import type { FileItem } from './conversion-state.ts';
import { TargetPicker } from './row-controls.tsx';
import type { RowProps } from './row-props.ts';
import { saveAllAsZip, saveFile } from './save-file.ts';
import type { Showing } from './showing.ts';

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }));

type CompletedState = Extract<FileItem['state'], { readonly status: 'completed' }>;

/** Take it, look at it, or make something else of it. */
export function ResultControls({ item, state, core, store, isAlone }: RowProps & { readonly state: CompletedState }): ReactNode {
  const t = useMessages('conversion');
  const [first, ...rest] = state.files;
  const single = rest.length === 0;
  return (
    <>
      <TargetPicker item={item} core={core} store={store} />
      {single ? <PreviewButton item={item} result={first.blob} core={core} /> : undefined}
      <Button
        variant={isAlone ? 'primary' : 'secondary'}
        icon={<Download aria-hidden size={18} className="max-sm:hidden" />}
        aria-label={single ? t('downloadNamed', { name: first.name }) : undefined}
        onClick={() => (single ? saveFile(first) : void saveAllAsZip(state.files))}
      >
        {single ? t('download') : t('downloadFiles', { count: state.files.length })}
      </Button>
    </>
  );
}

type PreviewButtonProps = { readonly item: FileItem; readonly result: Blob; readonly core: ConversionCore };

/** Only where this browser may be able to show both sides; whether it can, the dialog finds out and says. */
function PreviewButton({ item, result, core }: PreviewButtonProps): ReactNode {
  const t = useMessages('conversion');
  const [open, setOpen] = useState(false);
  const before = item.format && core.showing(item.format.id);
  const after = item.target === undefined ? undefined : core.showing(item.target);
  if (!item.format || item.target === undefined || !isWorthShowing(before, after)) return undefined;
  const isPicture = after?.kind === 'picture';
  const label = t(isPicture ? 'compareNamed' : 'playNamed', { name: item.name });
  return (
    <>
      <Button aria-label={label} title={label} onClick={() => setOpen(true)} className="px-3">
        {isPicture ? <SquareSplitHorizontal aria-hidden size={18} /> : <Play aria-hidden size={18} />}
      </Button>
      {open ? (
        <Suspense>
          <PreviewDialog
            name={item.name}
            before={{ blob: item.file, format: item.format.name, showing: before }}
            after={{ blob: result, format: core.formatName(item.target), showing: after }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : undefined}
    </>
  );
}

/** Pictures are compared side by side, so both must show; a recording is worth hearing alone. */
function isWorthShowing(before: Showing | undefined, after: Showing | undefined): boolean {
  if (!after) return false;
  return after.kind === 'picture' ? before?.kind === 'picture' : before?.kind !== 'picture';
}

/** What was lost on the way, and each file where there are several. */
export function ResultDetails({ state }: { readonly state: CompletedState }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  return (
    <>
      <WarningList warnings={state.warnings} />
      {state.files.length > 1 ? (
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

export function WarningList({ warnings }: { readonly warnings: readonly Warning[] }): ReactNode {
  const t = useMessages('warnings');
  if (warnings.length === 0) return undefined;
  return (
    <ul className="mt-1.5 space-y-1 text-ink-soft text-sm sm:pl-13">
      {warnings.map(({ code, params }) => (
        <li key={JSON.stringify([code, params])}>{t.lookup(code, params)}</li>
      ))}
    </ul>
  );
}
