import { numberFormat } from '@bakkum/i18n/intl';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { staticCopy } from '@bakkum/site/static-copy';
import { Disclosure } from '@bakkum/ui/disclosure';
import type { ReactNode } from 'react';
import type { Request } from './request-count.ts';
import { useRequests } from './use-requests.ts';

/** Counts the requests and uploaded bytes of this page while the visitor converts a file on it. */
export function NetworkProof(): ReactNode {
  const t = useMessages('how');
  const locale = useLocale();
  const { watcher, total, foreign, sent, listed } = useRequests();
  return (
    <section aria-labelledby="proof" className="mt-10 rounded-lg border border-line bg-surface px-5 py-5">
      <h2 id="proof" className="font-bold text-xl">
        {t('proofHeading')}
      </h2>
      <p className="mt-2 max-w-read text-ink-soft">{t(`proof-${watcher}`)}</p>
      <dl className="tabular mt-4 grid gap-4 sm:grid-cols-3" aria-live="polite">
        <Figure name={t('requests')} value={numberFormat(locale).format(total)} />
        <Figure name={t('foreign')} value={numberFormat(locale).format(foreign)} />
        <Figure name={t('sent')} value={watcher === 'worker' ? formatBytes(locale, sent) : t('unknown')} />
      </dl>
      <p className="mt-4 max-w-read text-ink-soft text-sm">{t(staticCopy ? 'proofNoteCopy' : 'proofNote')}</p>
      {listed.length > 0 ? <RequestTable requests={listed} /> : undefined}
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-bold text-2xl">{value}</dd>
    </div>
  );
}

function RequestTable({ requests }: { readonly requests: readonly Request[] }): ReactNode {
  const t = useMessages('how');
  const locale = useLocale();
  return (
    <Disclosure title={t('list')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls must be reachable by keys */}
      <section className="max-h-80 overflow-auto" tabIndex={0} aria-label={t('list')}>
        <table className="tabular w-full text-left text-sm">
          <thead>
            <tr className="border-line border-b text-ink-soft">
              <th scope="col" className="py-1.5 pe-4 font-medium">
                {t('method')}
              </th>
              <th scope="col" className="py-1.5 pe-4 font-medium">
                {t('address')}
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                {t('sentBytes')}
              </th>
            </tr>
          </thead>
          <tbody>
            {requests.map(({ id, method, address, sent }) => (
              <tr key={id} className="border-line border-b">
                <td className="py-1.5 pe-4">{method}</td>
                <td className="break-all py-1.5 pe-4">{address}</td>
                <td className="whitespace-nowrap py-1.5 text-right">{sent === undefined ? '' : formatBytes(locale, sent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  );
}
