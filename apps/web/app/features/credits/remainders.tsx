import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { originText } from '@bakkum/i18n/statement-text';
import { useBalance } from '../../session/session.ts';

/** The credits left, by origin, with their expiry dates, in the order in which they will be spent. */
export function Remainders() {
  const credits = useMessages('credits');
  const shell = useMessages('shell');
  const locale = useLocale();
  const remainders = useBalance({ onlyIfMissing: true })?.remainders ?? [];
  if (remainders.length === 0) return undefined;
  return (
    <section aria-labelledby="remainders" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 id="remainders" className="font-medium text-ink-soft text-sm">
        {credits('remaindersHeading')}
      </h2>
      <dl className="mt-3 grid gap-2">
        {remainders.map(({ origin, amount, expiresAt }) => (
          <div key={`${origin} ${expiresAt}`} className="flex flex-wrap justify-between gap-x-4">
            <dt>{originText({ credits, shell }, origin)}</dt>
            <dd className="text-ink-soft tabular">
              {credits('remainder', { count: amount, date: formatDate(locale, new Date(expiresAt)) })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-ink-soft text-sm">{credits('remaindersNote')}</p>
    </section>
  );
}
