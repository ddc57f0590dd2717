import type { JobView } from '@bakkum/api-contract/conversions/conversions';
import { formatDateTime, formatPercent } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button, buttonClass } from '@bakkum/ui/button';
import { Download } from '@bakkum/ui/icons';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, useState } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { FailureNotice } from '../../../workbench/failure-notice.tsx';
import { RowNote } from '../../../workbench/row-head.tsx';
import { ShareLinkField } from '../../../workbench/share-link-field.tsx';
import { type CloudItem, canRetry } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';
import { People } from '../share/people.tsx';

/** Describes the state of a job. */
export function useJobWords(): (job: JobView) => string | undefined {
  const t = useMessages('cloud');
  const locale = useLocale();
  const moment = (iso: string): string => formatDateTime(locale, new Date(iso));
  return ({ status, progress, expires_at: end, backup }) => {
    switch (status) {
      case 'processing':
        return progress === null
          ? t('state_processing')
          : t('state_processingAt', { percent: formatPercent(locale, progress / 100) });
      case 'completed':
        return [
          end === null ? t('untilDeleted') : t('until', { date: moment(end) }),
          ...(backup === 'off' ? [] : [t(`backup_${backup}`)]),
        ].join(' · ');
      case 'error':
        return undefined;
      default:
        return t(`state_${status}`);
    }
  };
}

/** The actions available for a job. */
export function JobControls({ job, isAlone }: { readonly job: JobView; readonly isAlone: boolean }): ReactNode {
  const t = useMessages('cloud');
  const { job_id: id, status, retry_until: until } = job;
  if (status === 'completed') {
    return (
      <a
        href={`/api/v1/download/${id}`}
        download
        className={buttonClass({ variant: isAlone ? 'primary' : 'secondary' }, 'grow sm:grow-0')}
      >
        <Download aria-hidden size={18} />
        {t('download')}
      </a>
    );
  }
  if (status === 'queued' || status === 'processing') {
    return <Button onClick={() => void cloudStore.cancel(id)}>{t('cancel')}</Button>;
  }
  // A failure has its button next to the reason.
  if (status !== 'cancelled' || until === null) return undefined;
  return <Button onClick={() => void cloudStore.retry(id)}>{t('again')}</Button>;
}

type DetailsProps = { readonly item: CloudItem; readonly job: JobView };

export function JobDetails({ item, job }: DetailsProps): ReactNode {
  const t = useMessages('cloud');
  const errors = useMessages('errors');
  const conversion = useMessages('conversion');
  const { status, progress, error } = job;
  if (status === 'queued') return undefined;
  if (status === 'processing') {
    const fraction = progress === null ? undefined : progress / 100;
    return <ProgressBar label={t('conversionOf', { name: item.name })} fraction={fraction} className="mt-3" />;
  }
  if (error) {
    const code = wordsCode(error.code);
    // Failures that differ between server and device have their own messages.
    const words = t.lookup(`error_${code}`) ?? errors.lookup(code) ?? error.message;
    const again = { label: conversion('tryAgain'), onPress: () => void cloudStore.retry(job.job_id) };
    return (
      <FailureNotice {...(canRetry(job) && { action: again })} className="mt-2.5">
        {conversion('conversionFailed', { reason: words })}
      </FailureNotice>
    );
  }
  if (status !== 'completed') return undefined;
  return (
    <>
      <Warnings job={job} />
      <Sharing item={item} job={job} />
    </>
  );
}

/** In the language of the page, which may differ from the language of the request. */
function Warnings({ job: { warnings } }: { readonly job: JobView }): ReactNode {
  const t = useMessages('warnings');
  return warnings.map(({ code, message, params }) => (
    <RowNote key={JSON.stringify([code, params])}>{t.lookup(wordsCode(code), params) ?? message}</RowNote>
  ));
}

/** The API spells it `WRONG_PASSWORD`, the messages `wrong-password`. */
function wordsCode(code: string): string {
  return code.toLowerCase().replaceAll('_', '-');
}

/** Who may download a result in addition to its owner: anyone with the link, and invited people. */
function Sharing({ item, job: { job_id: jobId } }: DetailsProps): ReactNode {
  const t = useMessages('cloud');
  const { id, name, shareId, invitations } = item;
  const [busy, setBusy] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const canInvite = useStore(cloudStore).used !== undefined;
  const hasPeople = isInviting || invitations.length > 0;
  const make = async (): Promise<void> => {
    setBusy(true);
    await cloudStore.share(id, jobId);
    setBusy(false);
  };
  return (
    <>
      <div className="mt-2 -ml-3 flex flex-wrap gap-x-1 empty:hidden">
        {shareId === undefined ? (
          <Button size="sm" variant="quiet" disabled={busy} aria-label={`${t('shareMake')}: ${name}`} onClick={() => void make()}>
            {t('shareMake')}
          </Button>
        ) : undefined}
        {canInvite && !hasPeople ? (
          <Button size="sm" variant="quiet" aria-label={`${t('shareInvite')}: ${name}`} onClick={() => setInviting(true)}>
            {t('shareInvite')}
          </Button>
        ) : undefined}
      </div>
      {shareId === undefined ? undefined : <ShareLink id={id} jobId={jobId} shareId={shareId} />}
      {canInvite && hasPeople ? <People item={item} jobId={jobId} /> : undefined}
    </>
  );
}

type ShareLinkProps = { readonly id: string; readonly jobId: string; readonly shareId: string };

/** The link to a result, with buttons to copy and to revoke it. */
function ShareLink({ id, jobId, shareId }: ShareLinkProps): ReactNode {
  const t = useMessages('cloud');
  const [busy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    await cloudStore.revoke(id, jobId);
    setBusy(false);
  };
  return (
    <div className="mt-3 grid gap-2 border-line border-t pt-3">
      <p className="text-ink-soft text-sm">{t('shareLabel')}</p>
      <ShareLinkField
        path={`/cloud/${shareId}`}
        words={{ copy: t('shareCopy'), copied: t('shareCopied'), end: t('shareRevoke') }}
        busy={busy}
        onEnd={() => void revoke()}
      />
    </div>
  );
}
