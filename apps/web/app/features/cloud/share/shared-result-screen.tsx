import type { SharedResult } from '@bakkum/api-contract/conversions/cloud';
import { dateFormat } from '@bakkum/i18n/intl';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { Download } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import { askServer, type CloudFault } from '../../../conversion-api/ask-server.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { type ServerData, useServerData } from '../../../state/server-data.ts';
import { FileName } from '../../../workbench/row-frame.tsx';
import { FactList, MissingNotice, SharedPage } from '../../../workbench/shared-page.tsx';

/** Milliseconds after which an unfinished result is requested again. */
const AGAIN_MS = 3000;

/** Shows the result behind a link, or why there is none. */
export function SharedResultScreen({ shareId }: { readonly shareId: string }): ReactNode {
  const t = useMessages('cloudShare');
  const { body: result, fault, read } = useShared(shareId);
  return (
    <SharedPage
      heading={t('heading')}
      lead={t('lead')}
      link={
        <PageLink path={pathOf('home')} className={textLinkClass()}>
          {t('convert')}
        </PageLink>
      }
    >
      {fault ? <Missing fault={fault} onAgain={() => void read()} /> : undefined}
      {result && !fault ? <Result result={result} address={`/api/v1/cloud/shares/${shareId}/download`} /> : undefined}
    </SharedPage>
  );
}

/** Polls an unfinished result, also while the page is hidden. */
function useShared(shareId: string): ServerData<SharedResult, CloudFault> {
  return useServerData({
    key: ['shared-result', shareId],
    ask: () => askServer<SharedResult>('GET', `cloud/shares/${encodeURIComponent(shareId)}`),
    pollMs: ({ body, fault }) => (body && !fault && isComing(body) ? AGAIN_MS : undefined),
    pollsHidden: true,
  });
}

function isComing({ status }: SharedResult): boolean {
  return status === 'queued' || status === 'processing';
}

function Missing({ fault, onAgain }: { readonly fault: CloudFault; readonly onAgain: () => void }): ReactNode {
  const t = useMessages('cloudShare');
  const mayPass = fault.code !== 'GONE' && fault.code !== 'NOT_FOUND';
  return <MissingNotice again={mayPass ? { label: t('again'), onAgain } : undefined}>{t(reasonOf(fault))}</MissingNotice>;
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
  if (isComing(result)) return <Notice tone="info">{t('notReady')}</Notice>;
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
      <FactList facts={facts} className="mt-3" />
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
