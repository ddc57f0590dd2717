import type { FormatView } from '@bakkum/api-contract/conversions/conversions';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { ArrowRight, X } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, useRef, useState } from 'react';
import { useFaultWords } from '../../../conversion-api/use-fault-words.ts';
import type { CloudItem, Stage } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';
import { FileName } from '../file-name.tsx';
import { JobControls, JobDetails, useJobWords } from './job-parts.tsx';
import { RowOptions } from './row-options.tsx';
import { TargetSelect } from './target-select.tsx';

type RowProps = { readonly item: CloudItem; readonly formats: readonly FormatView[] };

/** A file in the queue: its state, its progress and the next action. */
export function CloudRow({ item, formats }: RowProps): ReactNode {
  const t = useMessages('cloud');
  const { stage, name } = item;
  const isOnServer = stage.status === 'job';
  return (
    <li
      className="@container rounded-lg border border-line bg-surface p-3 sm:px-4"
      data-status={isOnServer ? stage.job.status : stage.status}
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-0">
          <FileName name={name} />
          <Facts item={item} formats={formats} />
        </div>
        <div className="order-last mt-2.5 flex basis-full flex-wrap items-center gap-2 empty:hidden @2xl:order-none @2xl:mt-0 @2xl:basis-auto">
          <Controls item={item} formats={formats} />
        </div>
        <IconButton
          label={t(isOnServer ? 'deleteNow' : 'remove', { name })}
          onClick={() => void cloudStore.remove(item.id)}
          className="-mr-2 self-start @2xl:self-center"
        >
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <Details item={item} />
    </li>
  );
}

function Facts({ item, formats }: RowProps): ReactNode {
  const locale = useLocale();
  const nameOf = (id: string): string => formats.find((format) => format.id === id)?.name ?? id.toUpperCase();
  const { format, target, size, stage } = item;
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-soft text-sm tabular">
      {format ? <Badge>{nameOf(format)}</Badge> : undefined}
      {target && stage.status !== 'pending' ? (
        <span className="inline-flex items-center gap-2">
          <ArrowRight aria-hidden size={14} className="shrink-0" />
          <Badge tone="accent">{nameOf(target)}</Badge>
        </span>
      ) : undefined}
      {size === null ? undefined : <span>{formatBytes(locale, size)}</span>}
      <span aria-live="polite">
        <StageText item={item} />
      </span>
    </p>
  );
}

function StageText({ item: { stage, size, format, isUploaded } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const jobWords = useJobWords();
  const sizes = ({ sent }: { readonly sent: number }) => ({
    sent: formatBytes(locale, sent),
    size: formatBytes(locale, size ?? 0),
  });
  switch (stage.status) {
    case 'pending':
      if (isUploaded) return t('chooseAgain');
      return format === undefined ? t('kindUnknown') : t('state_pending');
    case 'uploading':
      return t('state_uploading', sizes(stage));
    case 'paused':
      return size === null ? t('state_pausedUnknown') : t('state_paused', sizes(stage));
    case 'failed':
      return undefined;
    case 'job':
      return jobWords(stage.job);
    default:
      return t(`state_${stage.status}`);
  }
}

function Controls({ item, formats }: RowProps): ReactNode {
  const t = useMessages('cloud');
  const { id, stage, format, target, name } = item;
  switch (stage.status) {
    case 'pending': {
      const known = formats.find((one) => one.id === format);
      return known ? (
        <TargetSelect
          name={name}
          targets={known.targets}
          formats={formats}
          value={target}
          onChange={(to) => cloudStore.setTarget(id, to)}
        />
      ) : undefined;
    }
    case 'waiting':
    case 'uploading':
      return (
        <Button size="sm" onClick={() => cloudStore.pause(id)}>
          {t('pause')}
        </Button>
      );
    case 'paused':
    case 'failed':
      return (
        <Button size="sm" onClick={() => cloudStore.resume(id)}>
          {t(stage.status === 'paused' ? 'resume' : 'again')}
        </Button>
      );
    case 'file-needed':
      return <FileAgain item={item} />;
    case 'job':
      return <JobControls job={stage.job} />;
    // Work on the server does not need this page.
    case 'fetching':
    case 'ordering':
      return undefined;
  }
}

function Details({ item }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  const { stage, name, size } = item;
  if (stage.status === 'failed') {
    return (
      <Notice tone="danger" className="mt-2.5">
        {faultWords(stage.fault)}
      </Notice>
    );
  }
  if (stage.status === 'job') {
    return (
      <>
        <JobDetails item={item} job={stage.job} />
        <SharingFault item={item} />
      </>
    );
  }
  // Another target has other options.
  if (stage.status === 'pending' && item.format && item.target) {
    return <RowOptions key={`${item.format} ${item.target}`} item={item} />;
  }
  const fraction = fractionOf(stage, size);
  return fraction === 'none' ? undefined : <ProgressBar label={t('uploadOf', { name })} fraction={fraction} className="mt-3" />;
}

function SharingFault({ item: { sharingFault: fault } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  if (!fault) return undefined;
  const reason = fault.details?.['reason'] === 'invitations' ? t('tooManyPeople') : faultWords(fault);
  return (
    <Notice tone="danger" className="mt-2.5">
      {t('notShared', { reason })}
    </Notice>
  );
}

/** Returns the progress; `none` when there is none to show, undefined when it cannot be measured. */
function fractionOf(stage: Stage, size: number | null): number | undefined | 'none' {
  if (stage.status === 'fetching' || stage.status === 'ordering') return undefined;
  if (stage.status !== 'uploading' && stage.status !== 'paused') return 'none';
  return size ? stage.sent / size : 'none';
}

/** Asks for the file of an upload that was interrupted by a reload. */
function FileAgain({ item: { id, name } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => input.current?.click()}>
        {t('chooseThis')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseThis')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) setOther(!cloudStore.provide(id, file));
          target.value = '';
        }}
      />
      <output className="text-danger text-sm">{isOther ? t('otherFile', { name }) : undefined}</output>
    </>
  );
}
