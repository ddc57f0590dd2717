import type { SharedResult } from '@bakkum/api-contract/conversions/cloud';
import { dateFormat } from '@bakkum/i18n/intl';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button, buttonClass } from '@bakkum/ui/button';
import { Download } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useEffect, useState } from 'react';
import { askServer, type CloudFault } from '../../../conversion-api/ask-server.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { FileName } from '../file-name.tsx';

/** Milliseconds after which an unfinished result is requested again. */
const AGAIN_MS = 3000;

type Known = { readonly result?: SharedResult; readonly fault?: CloudFault };

/** Shows the result behind a link, or why there is none. */
export function SharedResultScreen({ shareId }: { readonly shareId: string }): ReactNode {
  const t = useMessages('cloudShare');
  const { known, read } = useShared(shareId);
  return (
    <div className="work-width pt-8 pb-24 sm:pt-12">
      <div className="max-w-read">
        <h1 className="font-bold text-2xl">{t('heading')}</h1>
        <p className="mt-3 text-ink-soft">{t('lead')}</p>
        <div className="mt-8 min-h-48">
          {known?.fault ? <Missing fault={known.fault} onAgain={() => void read()} /> : undefined}
          {known?.result ? <Result result={known.result} address={`/api/v1/cloud/shares/${shareId}/download`} /> : undefined}
        </div>
        <p className="mt-8">
          <PageLink path={pathOf('home')} className={textLinkClass()}>
            {t('convert')}
          </PageLink>
        </p>
      </div>
    </div>
  );
}

function useShared(shareId: string) {
  const [known, setKnown] = useState<Known>();
  const read = async (): Promise<void> => {
    const answer = await askServer<SharedResult>('GET', `cloud/shares/${encodeURIComponent(shareId)}`);
    setKnown(answer.ok ? { result: answer.body } : { fault: answer.fault });
  };
  const isComing = known === undefined || (known.result && ['queued', 'processing'].includes(known.result.status));
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => void read(), known === undefined ? 0 : AGAIN_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- after each reading
  }, [known]);
  return { known, read };
}

function Missing({ fault, onAgain }: { readonly fault: CloudFault; readonly onAgain: () => void }): ReactNode {
  const t = useMessages('cloudShare');
  const mayPass = fault.code !== 'GONE' && fault.code !== 'NOT_FOUND';
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="warning" className="w-full">
        {t(reasonOf(fault))}
      </Notice>
      {mayPass ? <Button onClick={onAgain}>{t('again')}</Button> : undefined}
    </div>
  );
}

function reasonOf({ code, details }: CloudFault): 'revoked' | 'gone' | 'none' | 'tooMany' | 'unreachable' {
  if (code === 'GONE') return details?.['reason'] === 'revoked' ? 'revoked' : 'gone';
  if (code === 'NOT_FOUND') return 'none';
  return code === 'RATE_LIMIT_EXCEEDED' ? 'tooMany' : 'unreachable';
}

type ResultProps = { readonly result: SharedResult; readonly address: string };

function Result({ result, address }: ResultProps): ReactNode {
  const t = useMessages('cloudShare');
  const locale = useLocale();
  const { status, converted_filename: name, file_size: size, target_format: format, expires_at: end, files } = result;
  if (status === 'queued' || status === 'processing') return <Notice tone="info">{t('notReady')}</Notice>;
  if (status !== 'completed' || name === null) return <Notice tone="warning">{t('failed')}</Notice>;
  const facts = [
    [t('format'), format.toUpperCase()],
    [t('size'), formatBytes(locale, size ?? 0)],
    ...(end === null
      ? []
      : [[t('until'), dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(end))] as const]),
  ] as const;
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <FileName name={name} />
      <dl className="mt-3 grid gap-1.5 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="flex flex-wrap gap-x-3">
            <dt className="min-w-32 text-ink-soft">{term}</dt>
            <dd className="font-medium tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <a href={address} download className={buttonClass({ variant: 'primary' }, 'mt-5 max-sm:w-full')}>
        <Download aria-hidden size={18} />
        {t(files.length > 1 ? 'downloadAll' : 'download')}
      </a>
      {files.length > 1 ? <Files files={files} address={address} /> : undefined}
      <p className="mt-4 text-ink-soft text-sm">{t('caution')}</p>
    </div>
  );
}

function Files({ files, address }: Pick<SharedResult, 'files'> & Pick<ResultProps, 'address'>): ReactNode {
  const t = useMessages('cloudShare');
  const locale = useLocale();
  return (
    <section className="mt-5">
      <h2 className="font-semibold">{t('files')}</h2>
      <ul className="mt-2 divide-y divide-line">
        {files.map(({ index, filename, size }) => (
          <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <a
              href={`${address}?file=${index}`}
              download
              aria-label={t('downloadOne', { name: filename })}
              className={textLinkClass('break-all')}
            >
              {filename}
            </a>
            <span className="text-ink-soft text-sm tabular">{formatBytes(locale, size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
