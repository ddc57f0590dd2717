import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatBytes, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { PlanFacts, PlansView } from './plan-facts.ts';

type Row = { readonly what: string; readonly values: readonly string[] };

/** The plans side by side; on phones one card for each feature. */
export function PlanTable({ plans }: { readonly plans: PlansView }) {
  const t = useMessages('pricing');
  const shell = useMessages('shell');
  const rows = useRows(plans);
  const names = [shell(PLAN_WORDS.free), ...plans.sold.map(({ product }) => shell(PLAN_WORDS[product]))];
  return (
    <section aria-label={t('compareHeading')}>
      <PlanCards rows={rows} names={names} />
      <table className="w-full text-left max-sm:hidden">
        <thead>
          <tr className="text-ink-soft text-sm">
            <th scope="col" className="py-3 pr-4 font-medium">
              <span className="sr-only">{t('columnWhat')}</span>
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className="py-3 pr-4 font-semibold text-ink">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, values }) => (
            <tr key={what} className="border-line border-t">
              <th scope="row" className="py-3 pr-4 font-medium text-ink-soft">
                {what}
              </th>
              {values.map((value, column) => (
                <td key={names[column]} className="py-3 pr-4 tabular">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PlanCards({ rows, names }: { readonly rows: readonly Row[]; readonly names: readonly string[] }) {
  return (
    <dl className="grid gap-3 sm:hidden">
      {rows.map(({ what, values }) => (
        <div key={what} className="rounded-md border border-line bg-surface px-4 py-3">
          <dt className="font-semibold">{what}</dt>
          {values.map((value, column) => (
            <dd key={names[column]} className="mt-1 flex justify-between gap-4 text-sm">
              <span className="text-ink-soft">{names[column]}</span>
              <span className="text-right tabular">{value}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function useRows({ free, sold, refundDays }: PlansView): readonly Row[] {
  const t = useMessages('pricing');
  const locale = useLocale();
  const all: readonly PlanFacts[] = [free, ...sold];
  const currency = sold[0]?.currency ?? 'USD';
  const days = (count: number, credits: number): string => t('creditsDays', { days: count, credits });
  return [
    {
      what: t('rowPrice'),
      values: [formatMoney(locale, '0', currency), ...sold.map((plan) => formatMoney(locale, plan.price, plan.currency))],
    },
    {
      what: t('rowCredits'),
      values: [
        days(free.cycleDays, free.credits),
        ...sold.map(({ credits, totalCredits: total, days: length }) =>
          total === undefined ? days(length, credits) : t('creditsMonth', { credits, total }),
        ),
      ],
    },
    { what: t('rowPicture'), values: all.map(({ picture }) => picture) },
    { what: t('rowBatch'), values: all.map(({ batch }) => String(batch)) },
    { what: t('rowFile'), values: all.map(({ fileBytes }) => formatBytes(locale, fileBytes)) },
    { what: t('rowFiles'), values: all.map(({ files }) => String(files)) },
    { what: t('rowConversions'), values: all.map(() => t('unlimited')) },
    { what: t('rowApi'), values: all.map(({ requestsPerHour }) => t('apiPerHour', { count: requestsPerHour })) },
    { what: t('rowStorage'), values: all.map(({ storedBytes }) => formatBytes(locale, storedBytes)) },
    { what: t('rowArchive'), values: all.map(({ archivedBytes }) => formatBytes(locale, archivedBytes)) },
    { what: t('rowRefund'), values: [t('none'), ...sold.map(() => t('refundDays', { days: refundDays }))] },
  ];
}
