import type { SubscriptionView } from '@bakkum/api-contract/billing/subscriptions';
import { localePath } from '@bakkum/i18n/locale';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { CircleCheck } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { useState } from 'react';
import { takeFocus } from '../../forms/take-focus.ts';
import { call } from '../../session/api.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { useServerData } from '../../state/server-data.ts';
import { Confirming, OutcomeError, reload } from './outcome-notices.tsx';
import { resultOf } from './subscription-result.ts';

type SubscriptionOutcomeProps = {
  /** The payment service's number of the subscription. */
  readonly serviceId: string;
  /** Starts again after a failure. */
  readonly onRetry: () => void;
};

/** Milliseconds between two requests while the payment service has not confirmed, and their maximum number. */
const POLL_INTERVAL_MS = 2000;
const MAX_REQUESTS = 30;

/** The outcome of a subscription, or of a change of its plan. */
export function SubscriptionOutcome({ serviceId, onRetry }: SubscriptionOutcomeProps) {
  const t = useMessages('renewal');
  const payment = useMessages('payment');
  const [answers, setAnswers] = useState(0);
  const { body, fault } = useServerData({
    key: ['subscribed', serviceId],
    ask: async () => {
      const answer = await call('POST /api/subscriptions/return', { subscription: serviceId });
      setAnswers((count) => count + 1);
      return answer;
    },
    pollMs: ({ body: last, fault: failed }, count) =>
      last && !failed && resultOf(last.subscription, count >= MAX_REQUESTS) === 'waiting' ? POLL_INTERVAL_MS : undefined,
    pollsHidden: true,
  });
  if (fault?.code === 'not-found') return <OutcomeError body={t('unknown')} onRetry={onRetry} />;
  if (fault) return <OutcomeError body={payment('errorProcessing')} onRetry={reload} />;
  if (!body) return <Confirming />;
  const result = resultOf(body.subscription, answers >= MAX_REQUESTS);
  if (result === 'waiting') return <Confirming />;
  if (result === 'active') return <Started subscription={body.subscription} paymentId={body.payment} />;
  return <OutcomeError body={result === 'not-approved' ? payment('errorNotApproved') : t(result)} onRetry={onRetry} />;
}

type StartedProps = { readonly subscription: SubscriptionView; readonly paymentId: string | undefined };

function Started({ subscription, paymentId }: StartedProps) {
  const t = useMessages('renewal');
  const words = useMessages('payment');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { plan, amount, currency, nextChargeAt } = subscription;
  const price = formatMoney(locale, amount, currency);
  return (
    <div className="max-w-read rounded-lg border border-line bg-surface p-6 sm:p-8">
      <CircleCheck aria-hidden size={32} className="text-success" />
      <h2 ref={takeFocus} tabIndex={-1} className="mt-3 font-bold text-xl outline-none">
        {t('doneHeading')}
      </h2>
      <p className="mt-2">{t('doneBody', { plan: shell(PLAN_WORDS[plan]) })}</p>
      {nextChargeAt ? (
        <p className="mt-1 text-ink-soft">
          {t('nextCharge', { date: formatDate(locale, new Date(nextChargeAt)), amount: price })}
        </p>
      ) : undefined}
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a href={localePath(locale, pathOf('generator'))} className={buttonClass({ variant: 'primary' })}>
          {words('doneNext')}
        </a>
        {paymentId ? (
          <PageLink path={`${pathOf('receipt')}?id=${paymentId}`} className={textLinkClass()}>
            {words('receipt')}
          </PageLink>
        ) : undefined}
        <PageLink path={pathOf('account')} className={textLinkClass()}>
          {t('toAccount')}
        </PageLink>
      </div>
    </div>
  );
}
