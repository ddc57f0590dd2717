import type { BalanceView } from '@bakkum/api-contract/billing/credits';
import type { PaymentsView } from '@bakkum/api-contract/billing/payments';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { textLinkClass } from '@bakkum/ui/link';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { loadBalance } from '../../session/session.ts';
import { Waiting } from '../../session/signed-in-only.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import { PaymentRow } from './payment-row.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { usePayments } from './use-payments.ts';

/** The current plan, and all payments with receipts and refunds. */
export function PaymentsSection({ balance }: { readonly balance: BalanceView | undefined }) {
  const t = useMessages('receipts');
  const { body: view, fault, read } = usePayments();
  if (fault) return <FailureNotice failure={fault} />;
  if (!view) return <Waiting />;
  const onChanged = (): void => void Promise.all([read(), loadBalance()]);
  return (
    <>
      <Periods view={view} balance={balance} />
      {view.subscription ? <SubscriptionCard subscription={view.subscription} onChanged={onChanged} /> : undefined}
      <ul className="mt-6 grid gap-4">
        {view.payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onChanged={onChanged} />
        ))}
      </ul>
      {view.payments.length === 0 ? <p className="text-ink-soft">{t('noPayments')}</p> : undefined}
    </>
  );
}

function Periods({ view, balance }: { readonly view: PaymentsView; readonly balance: BalanceView | undefined }) {
  const t = useMessages('receipts');
  const shell = useMessages('shell');
  const locale = useLocale();
  const day = (moment: string): string => formatDate(locale, new Date(moment));
  const [current, ...later] = view.periods;
  return (
    <div className="grid gap-1">
      <p>{current ? t('planUntil', { plan: shell(PLAN_WORDS[current.plan]), date: day(current.endsAt) }) : t('planWithout')}</p>
      {later.map(({ plan, startsAt, endsAt }) => (
        <p key={startsAt} className="text-ink-soft">
          {t('planLater', { plan: shell(PLAN_WORDS[plan]), from: day(startsAt), until: day(endsAt) })}
        </p>
      ))}
      {balance?.resetsAt ? <p className="text-ink-soft">{t('nextReset', { date: day(balance.resetsAt) })}</p> : undefined}
      <PageLink path={pathOf('subscription')} className={textLinkClass('mt-1 justify-self-start')}>
        {t('seePlans')}
      </PageLink>
    </div>
  );
}
