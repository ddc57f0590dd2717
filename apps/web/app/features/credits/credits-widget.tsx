import type { BalanceView } from '@bakkum/api-contract/billing/credits';
import { numberFormat } from '@bakkum/i18n/intl';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Badge } from '@bakkum/ui/badge';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { creditLevel } from '../../session/credit-level.ts';
import { useBalance } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';

type CreditsWidgetProps = {
  /** Links to all entries, except on the page that lists them. */
  readonly statementLink?: boolean;
};

/** The credit balance, its expiry date, and a warning before it runs out. Reloads the balance on each mount. */
export function CreditsWidget({ statementLink = false }: CreditsWidgetProps) {
  const t = useMessages('credits');
  const shell = useMessages('shell');
  const balance = useBalance();
  return (
    <section aria-labelledby="credits" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 id="credits" className="font-medium text-ink-soft text-sm">
          {t('current')}
        </h2>
        {balance ? <Badge tone="accent">{shell(PLAN_WORDS[balance.plan])}</Badge> : undefined}
      </div>
      <div className="min-h-24">{balance ? <Level balance={balance} /> : undefined}</div>
      {statementLink ? (
        <PageLink path={pathOf('credits')} className={textLinkClass('mt-4 inline-block text-sm')}>
          {t('statementLink')}
        </PageLink>
      ) : undefined}
    </section>
  );
}

function Level({ balance }: { readonly balance: BalanceView }) {
  const t = useMessages('credits');
  const locale = useLocale();
  const { current, total, held, resetsAt } = balance;
  const { fraction, tone } = creditLevel(balance);
  const text = t('ofTotal', { current, total });
  return (
    <>
      <p className="mt-1 tabular">
        <span className="sr-only">{text}</span>
        <span aria-hidden>
          <span className="font-bold text-3xl">{numberFormat(locale).format(current)}</span>
          <span className="ml-1.5 text-ink-faint text-lg">{`/ ${numberFormat(locale).format(total)}`}</span>
        </span>
      </p>
      <ProgressBar label={t('bar')} fraction={fraction} tone={tone} className="mt-3 h-2" />
      <p className="mt-3 flex flex-wrap gap-x-5 text-ink-soft text-sm">
        {resetsAt ? <span>{t('resetsOn', { date: formatDate(locale, new Date(resetsAt)) })}</span> : undefined}
        {held > 0 ? <span>{t('held', { count: held })}</span> : undefined}
      </p>
      <Warning balance={balance} />
    </>
  );
}

/** A notice about the credits, if one is needed. */
function Warning({ balance }: { readonly balance: BalanceView }) {
  const t = useMessages('credits');
  const locale = useLocale();
  const { current: count, resetsAt, frozen } = balance;
  const { state } = creditLevel(balance);
  const date = resetsAt && formatDate(locale, new Date(resetsAt));
  if (frozen) {
    return (
      <Notice tone="danger" className="mt-4">
        {t('frozen')}
      </Notice>
    );
  }
  if (state === 'fine') return undefined;
  const title = t(state === 'low' ? 'lowTitle' : 'none');
  const left = date ? t('low', { count, date }) : t('lowWithoutDate', { count });
  const none = date ? t('noneUntil', { date }) : undefined;
  return (
    <Notice tone={state === 'low' ? 'warning' : 'danger'} className="mt-4">
      <p className="font-semibold">{title}</p>
      <p className="text-ink-soft">{state === 'low' ? left : none}</p>
      <PageLink path={pathOf('subscription')} className={textLinkClass('text-sm')}>
        {t('seePlans')}
      </PageLink>
    </Notice>
  );
}
