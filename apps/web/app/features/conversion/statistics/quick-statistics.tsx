import { formatDuration, formatPercent } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { recordOf, recordText } from './device-record.ts';

/** Headline numbers of the quick screen: those of this device, and those of the format tables. */
export function QuickStatistics({ formats }: { readonly formats: number }): ReactNode {
  const t = useMessages('quick');
  const locale = useLocale();
  const record = recordOf(useStore(recordText));
  const all = record.done + record.failed;
  const rows = [
    { text: t('figureTime'), value: record.done > 0 ? formatDuration(locale, record.lastMs) : t('figureNone') },
    { text: t('figureSuccess'), value: all > 0 ? formatPercent(locale, record.done / all) : t('figureNone') },
    { text: t('figureFormats'), value: String(formats) },
  ];
  return (
    <dl className="mt-6 grid grid-cols-3 gap-3 sm:gap-4">
      {rows.map(({ text, value }) => (
        <div key={text} className="flex flex-col-reverse justify-end rounded-lg border border-line bg-surface p-3 sm:p-5">
          <dt className="text-ink-soft text-sm">{text}</dt>
          <dd className="font-bold text-xl tabular sm:text-2xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
