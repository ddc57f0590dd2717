import type { Warning } from '@bakkum/conversion/engine';
import { formatBytes, formatDuration, formatPercent } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { ArrowRight, FileIcon, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConversionCore } from './conversion-core.ts';
import { type FileItem, isBusy } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';
import { FormatPicker } from './format-picker.tsx';
import { OptionsForm } from './options-form.tsx';
import { saveFile } from './save-file.ts';
import { Thumbnail } from './thumbnail.tsx';

type RowProps = { readonly item: FileItem; readonly core: ConversionCore; readonly store: ConversionStore };

/** One file: what it is, what becomes of it, how far that is, and the one thing to do next. */
export function FileRow({ item, core, store }: RowProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  return (
    <li className="rounded-lg border border-line bg-surface p-4" data-status={item.state.status}>
      <div className="flex items-start gap-3">
        {item.format ? <Thumbnail file={item.file} /> : <FileIcon aria-hidden size={40} className="text-ink-faint" />}
        <div className="min-w-0 grow">
          <FileName name={item.name} />
          <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-soft text-sm tabular">
            {item.format ? <Badge>{item.format.name}</Badge> : undefined}
            {item.format && item.target ? <ArrowRight aria-hidden size={14} /> : undefined}
            {item.target ? <Badge tone="accent">{item.target.toUpperCase()}</Badge> : undefined}
            <span>{formatBytes(locale, item.size)}</span>
          </p>
        </div>
        <IconButton label={t('remove', { name: item.name })} onClick={() => store.remove(item.id)} className="-mt-2 -mr-2">
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      {item.claimed && item.format ? (
        <p className="mt-2 text-ink-soft text-sm">{t('claimed', { claimed: item.claimed, format: item.format.name })}</p>
      ) : undefined}
      <Next item={item} core={core} store={store} />
    </li>
  );
}

/** Cut in the middle, so that the extension stays. The whole name is there for whoever asks. */
function FileName({ name }: { readonly name: string }): ReactNode {
  const tail = name.slice(-12);
  const start = name.slice(0, -12);
  return (
    <p className="flex font-medium" title={name}>
      <span className="truncate">{start}</span>
      <span className="shrink-0 whitespace-pre">{tail}</span>
    </p>
  );
}

function Next({ item, core, store }: RowProps): ReactNode {
  const t = useMessages('conversion');
  const reasons = useMessages('errors');
  switch (item.state.status) {
    case 'reading':
      return <p className="mt-3 text-ink-soft text-sm">{t('reading')}</p>;
    case 'unsupported':
      return (
        <Notice tone="warning" className="mt-3">
          {reasons(item.state.code)}
        </Notice>
      );
    case 'pending':
      return <Pending item={item} core={core} store={store} />;
    case 'queued':
    case 'converting':
      return <Converting item={item} store={store} />;
    case 'completed':
      return <Completed item={item} state={item.state} core={core} store={store} />;
    case 'error':
      return (
        <Notice
          tone="danger"
          className="mt-3"
          action={
            <Button size="sm" onClick={() => store.tryAgain(item.id)}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('conversionFailed', { reason: reasons(item.state.code) })}
        </Notice>
      );
  }
}

function Picker({ item, core, store }: RowProps): ReactNode {
  const t = useMessages('conversion');
  if (!item.format) return undefined;
  return (
    <FormatPicker
      key={item.target}
      label={t('convertToFor', { name: item.name })}
      labelHidden
      targets={core.targets(item.format.id)}
      value={item.target ?? null}
      onChange={(to) => store.choose(item.id, to)}
      isDisabled={isBusy(item)}
    />
  );
}

function Pending({ item, core, store }: RowProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <div className="mt-3 space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Picker item={item} core={core} store={store} />
        <Button variant="primary" disabled={!item.target} onClick={() => void store.convert(item.id)}>
          {t('convert')}
        </Button>
      </div>
      {item.format && item.target ? (
        <OptionsForm
          schema={core.optionsFor(item.format.id, item.target)}
          values={item.options}
          onChange={(name, value) => store.setOption(item.id, name, value)}
        />
      ) : undefined}
    </div>
  );
}

function Converting({ item, store }: Omit<RowProps, 'core'>): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const startedAt = item.state.status === 'converting' ? item.state.startedAt : undefined;
  const elapsedMs = useElapsed(startedAt);
  const text = startedAt === undefined ? t('waiting') : t('working', { elapsed: formatDuration(locale, elapsedMs) });
  return (
    <div className="mt-3 flex items-center gap-4">
      <div className="grow">
        <p className="mb-2 text-ink-soft text-sm tabular">{text}</p>
        <ProgressBar label={item.name} fraction={item.state.status === 'converting' ? item.state.fraction : 0} />
      </div>
      <Button onClick={() => store.cancel(item.id)}>{t('cancel')}</Button>
    </div>
  );
}

function useElapsed(startedAt: number | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return startedAt === undefined ? 0 : Math.max(0, now - startedAt);
}

type CompletedState = Extract<FileItem['state'], { readonly status: 'completed' }>;

function Completed({ item, state, core, store }: RowProps & { readonly state: CompletedState }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const summary = t('done', {
    elapsed: formatDuration(locale, state.elapsedMs),
    before: formatBytes(locale, item.size),
    after: formatBytes(locale, state.size),
    change: formatPercent(locale, state.size / item.size - 1),
  });
  return (
    <div className="mt-3 space-y-3">
      <p className="text-sm text-success tabular">{summary}</p>
      <WarningList warnings={state.warnings} />
      <ul className="space-y-2">
        {state.files.map((file) => (
          <li key={file.name} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 break-all text-sm">{file.name}</span>
            <Button variant="primary" aria-label={t('downloadNamed', { name: file.name })} onClick={() => saveFile(file)}>
              {t('download')}
            </Button>
          </li>
        ))}
      </ul>
      <Picker item={item} core={core} store={store} />
    </div>
  );
}

function WarningList({ warnings }: { readonly warnings: readonly Warning[] }): ReactNode {
  const t = useMessages('warnings');
  if (warnings.length === 0) return undefined;
  return (
    <ul className="list-disc space-y-1 pl-5 text-ink-soft text-sm">
      {warnings.map(({ code }) => (
        <li key={code}>{t(code)}</li>
      ))}
    </ul>
  );
}
