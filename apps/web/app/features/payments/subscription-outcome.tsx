import type { SubscriptionView } from '@bakkum/api-contract/billing/subscriptions';
import { localePath } from '@bakkum/i18n/locale';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button, buttonClass } from '@bakkum/ui/button';
import { CircleCheck } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { takeFocus } from '../../forms/take-focus.ts';
import { call } from '../../session/api.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { useServerData } from '../../state/server-data.ts';

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
  const { body, fault } = useServerData({
    key: ['subscribed', serviceId],
    ask: () => call('POST /api/subscriptions/return', { subscription: serviceId }),
    pollMs: ({ body: last, fault: failed }, answers) =>
      last?.subscription.state === 'ordered' && !failed && answers < MAX_REQUESTS ? POLL_INTERVAL_MS : undefined,
    pollsHidden: true,
  });
  if (fault)
    return <NotStarted body={fault.code === 'not-found' ? t('unknown') : payment('errorProcessing')} onRetry={onRetry} />;
  if (!body) return <Confirming />;
  const { subscription, payment: paymentId } = body;
  if (subscription.state === 'active' || subscription.state === 'suspended')
    return <Started subscription={subscription} paymentId={paymentId} />;
  return <NotStarted body={payment(subscription.ending ? 'errorMismatch' : 'errorNotApproved')} onRetry={onRetry} />;
}

function Confirming() {
  const t = useMessages('payment');
  return (
    <div className="max-w-read" aria-live="polite">
      <h2 className="font-semibold text-xl">{t('confirming')}</h2>
      <p className="mt-2 text-ink-soft">{t('confirmingBody')}</p>
      <ProgressBar label={t('confirming')} className="mt-6 max-w-60" />
    </div>
  );
}

function NotStarted({ body, onRetry }: { readonly body: string; readonly onRetry: () => void }) {
  const t = useMessages('payment');
  return (
    <div className="max-w-read rounded-lg border border-danger bg-surface p-6" role="alert">
      <h2 ref={takeFocus} tabIndex={-1} className="font-semibold text-danger text-xl outline-none">
        {t('errorHeading')}
      </h2>
      <p className="mt-2">{body}</p>
      <Button variant="primary" className="mt-6" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
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
