import { type ServiceBoard, type ServiceStatus, type StatusBoard, uptimeOf } from '@bakkum/api-contract/status';
import { numberFormat } from '@bakkum/i18n/intl';
import { formatUptime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge, type Tone } from '@bakkum/ui/badge';
import { Disclosure } from '@bakkum/ui/disclosure';
import type { ReactNode } from 'react';
import { BarLegend, DayBars } from './day-bars.tsx';
import { dayName } from './days.ts';

/** The specification's green, yellow, orange, red and grey; the labels say the same. */
const TONES: Readonly<Record<ServiceStatus, Tone>> = {
  operational: 'success',
  maintenance: 'info',
  degraded: 'warning',
  outage: 'danger',
  unknown: 'neutral',
  unused: 'neutral',
};

/** Every service: its current state and its history. */
export function ServiceList({ board }: { readonly board: StatusBoard }): ReactNode {
  const t = useMessages('status');
  return (
    <section aria-labelledby="services" className="mt-10">
      <h2 id="services" className="font-bold text-xl">
        {t('services')}
      </h2>
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {board.services.map((service) => (
          <Service key={service.id} service={service} at={board.at} />
        ))}
      </ul>
      <p className="mt-4 text-ink-soft text-sm">{t('chart')}</p>
      <div className="mt-2">
        <BarLegend />
      </div>
    </section>
  );
}

function Service({ service, at }: { readonly service: ServiceBoard; readonly at: string }): ReactNode {
  const t = useMessages('status');
  const locale = useLocale();
  const { id, status, days } = service;
  const uptime = uptimeOf(days);
  const summary =
    uptime === undefined ? t('noChecks') : t('uptimeOver', { percent: formatUptime(locale, uptime), count: days.length });
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{t(`service-${id}`)}</h3>
        <Badge tone={TONES[status]}>{t(`status-${status}`)}</Badge>
      </div>
      {status === 'unused' ? undefined : <p className="mt-1 text-ink-soft text-sm">{t(`hint-${id}`)}</p>}
      {status === 'unused' && days.length === 0 ? undefined : (
        <>
          <div className="mt-3">
            <DayBars days={days} at={at} summary={summary} />
          </div>
          <div aria-hidden className="mt-1 flex justify-between text-ink-faint text-xs">
            <span>{t('ninetyDaysAgo')}</span>
            <span>{t('today')}</span>
          </div>
          <p className="tabular mt-1 text-ink-soft text-sm">{summary}</p>
          {days.length > 0 ? <DayTable service={service} /> : undefined}
        </>
      )}
    </li>
  );
}

/** The same as text, newest day first. */
function DayTable({ service: { id, days } }: { readonly service: ServiceBoard }): ReactNode {
  const t = useMessages('status');
  const locale = useLocale();
  return (
    <Disclosure title={<span className="text-sm">{t('table')}</span>}>
      <table className="tabular mt-1 w-full max-w-md text-sm">
        <caption className="sr-only">{t(`service-${id}`)}</caption>
        <thead>
          <tr className="border-line border-b text-left text-ink-soft">
            <th scope="col" className="py-1.5 font-medium">
              {t('tableDay')}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t('tableChecks')}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t('tableFailed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, checks, bad }) => (
            <tr key={day} className="border-line border-b">
              <td className="py-1.5">{dayName(locale, day)}</td>
              <td className="py-1.5 text-right">{numberFormat(locale).format(checks)}</td>
              <td className="py-1.5 text-right">{numberFormat(locale).format(bad)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
