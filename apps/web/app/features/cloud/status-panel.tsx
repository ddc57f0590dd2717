import type { CloudView } from '@bakkum/api-contract/conversions/cloud';
import { CLOUD_DAYS } from '@bakkum/api-contract/conversions/cloud-limits';
import { numberFormat } from '@bakkum/i18n/intl';
import { formatDuration, formatTime, formatUptime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { askServer } from '../../conversion-api/ask-server.ts';
import { useServerData } from '../../state/server-data.ts';

const READ_EVERY_MS = 15_000;

type Reading = { readonly view?: CloudView; readonly at: Date };

/** The server's own statistics, reloaded while the page is visible. */
export function StatusPanel({ reading }: { readonly reading: Reading | undefined }): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  return (
    <section aria-labelledby="cloud-status" className="min-h-72 rounded-lg border border-line bg-surface p-5">
      <h2 id="cloud-status" className="font-semibold text-lg">
        {t('status')}
      </h2>
      {reading?.view ? <Figures view={reading.view} /> : undefined}
      {reading && !reading.view ? <p className="mt-3 text-ink-soft text-sm">{t('statusFailed')}</p> : undefined}
      {reading ? (
        <p className="mt-4 text-ink-faint text-xs tabular">{t('statusAt', { time: formatTime(locale, reading.at) })}</p>
      ) : undefined}
    </section>
  );
}

function Figures({ view }: { readonly view: CloudView }): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const days = String(CLOUD_DAYS);
  const lines = [
    ...(view.uptime === null
      ? []
      : [[t('statusUptime', { count: view.uptime_days }), formatUptime(locale, view.uptime)] as const]),
    [t('statusCompleted', { days }), numberFormat(locale).format(view.completed)],
    ...(view.average_ms === null ? [] : [[t('statusAverage'), formatDuration(locale, view.average_ms)] as const]),
    [t('statusQueued'), numberFormat(locale).format(view.queued)],
    [t('statusProcessing'), numberFormat(locale).format(view.processing)],
    ...(view.queued > 0 ? [[t('statusWait'), formatDuration(locale, view.oldest_wait_s * 1000)] as const] : []),
    [t('statusStore'), t(`statusStore_${view.store}`)],
    [t('statusBackup'), t(view.backup ? 'statusBackup_yes' : 'statusBackup_no')],
  ] as const;
  const isIdle = view.queued === 0 && view.processing === 0;
  return (
    <>
      <dl className="mt-3 grid gap-2 text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-medium tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {view.workers === 0 || isIdle ? (
        <p className="mt-3 text-ink-soft text-sm">{t(view.workers === 0 ? 'statusNone' : 'statusIdle')}</p>
      ) : undefined}
    </>
  );
}

/** Undefined until the server has answered. */
export function useReading(): Reading | undefined {
  const { body, fault, readAt } = useServerData({
    key: ['cloud-status'],
    ask: () => askServer<CloudView>('GET', 'cloud'),
    pollMs: READ_EVERY_MS,
  });
  if (readAt === 0) return undefined;
  return { at: new Date(readAt), ...(body && !fault && { view: body }) };
}
