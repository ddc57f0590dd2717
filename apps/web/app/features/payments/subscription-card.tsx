import type { SubscriptionView } from '@bakkum/api-contract/billing/subscriptions';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { useRef, useState } from 'react';
import { call, type Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { ConfirmQuestion } from './confirm-question.tsx';
import { END_WORDS } from './subscription-result.ts';

type SubscriptionCardProps = { readonly subscription: SubscriptionView; readonly onChanged: () => void };

/** The subscription: its next charge, a failed one, and the buttons that change and cancel it. */
export function SubscriptionCard({ subscription, onChanged }: SubscriptionCardProps) {
  const t = useMessages('renewal');
  const shell = useMessages('shell');
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const { plan, amount, currency, days, nextChargeAt, failing, ending, manageUrl, test } = subscription;
  const name = shell(PLAN_WORDS[plan]);
  const price = formatMoney(locale, amount, currency);
  const isCharging = !ending;
  const heading = useRef<HTMLHeadingElement>(null);
  const closeQuestion = (): void => {
    setAsking(false);
    // The focused button disappears with the question.
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="subscription" className="mt-6 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id="subscription" ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t('cardHeading', { plan: name, amount: price, days })}
        </h3>
        <Badge tone={failing ? 'danger' : isCharging ? 'success' : 'neutral'}>
          {t(failing ? 'stateFailing' : isCharging ? 'stateActive' : 'stateEnded')}
        </Badge>
      </div>
      {isCharging && nextChargeAt && !failing ? (
        <p className="mt-1 text-ink-soft">
          {t('nextCharge', { date: formatDate(locale, new Date(nextChargeAt)), amount: price })}
        </p>
      ) : undefined}
      <Failing subscription={subscription} />
      <Ending subscription={subscription} />
      {isCharging ? <Changes subscription={subscription} /> : undefined}
      {asking ? (
        <CancelQuestion subscription={subscription} onClose={closeQuestion} onChanged={onChanged} />
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          <a href={manageUrl} className={textLinkClass('text-sm')}>
            {t(test ? 'manageTest' : 'manage')}
          </a>
          {isCharging ? (
            <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
              {t('cancel')}
            </Button>
          ) : undefined}
        </div>
      )}
    </section>
  );
}

function Failing({ subscription: { failing } }: Pick<SubscriptionCardProps, 'subscription'>) {
  const t = useMessages('renewal');
  const locale = useLocale();
  if (!failing) return undefined;
  const day = (moment: string): string => formatDate(locale, new Date(moment));
  return (
    <Notice tone="warning" className="mt-3">
      <p className="font-semibold">{t('failing', { date: day(failing.since) })}</p>
      {failing.retryAt ? <p>{t('failingRetry', { date: day(failing.retryAt) })}</p> : undefined}
      <p>{t('failingEnd', { date: day(failing.endsAt) })}</p>
    </Notice>
  );
}

function Ending({ subscription: { ending, paidUntil, state } }: Pick<SubscriptionCardProps, 'subscription'>) {
  const t = useMessages('renewal');
  const locale = useLocale();
  if (!ending) return undefined;
  return (
    <div className="mt-1 text-ink-soft">
      <p>{t(END_WORDS[ending.why])}</p>
      {state === 'ended' ? undefined : <p>{t('endingSoon')}</p>}
      {paidUntil ? <p>{t('endedUntil', { date: formatDate(locale, new Date(paidUntil)) })}</p> : undefined}
    </div>
  );
}

/** Buttons that change the plan from the next charge on. The buyer approves at the payment service. */
function Changes({ subscription }: Pick<SubscriptionCardProps, 'subscription'>) {
  const t = useMessages('renewal');
  const shell = useMessages('shell');
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { changes, nextChargeAt } = subscription;
  const change = async ({ plan, amount }: SubscriptionView['changes'][number]): Promise<void> => {
    setBusy(true);
    const answer = await call('POST /api/subscriptions/change', { plan, amount, locale });
    if (answer.ok) return location.assign(answer.body.approveUrl);
    setBusy(false);
    setFailure(answer.failure);
    return undefined;
  };
  if (!nextChargeAt || changes.length === 0) return undefined;
  const date = formatDate(locale, new Date(nextChargeAt));
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      {changes.map((to) => (
        <div key={to.plan}>
          <Button size="sm" disabled={busy} onClick={() => void change(to)}>
            {t('change', { plan: shell(PLAN_WORDS[to.plan]) })}
          </Button>
          <p className="mt-1 text-ink-soft text-sm">
            {t('changeBody', { date, amount: formatMoney(locale, to.amount, to.currency), days: to.days })}
          </p>
        </div>
      ))}
      <FailureNotice failure={failure} />
    </div>
  );
}

type CancelQuestionProps = SubscriptionCardProps & { readonly onClose: () => void };

function CancelQuestion({ subscription: { paidUntil }, onClose, onChanged }: CancelQuestionProps) {
  const t = useMessages('renewal');
  const locale = useLocale();
  return (
    <ConfirmQuestion
      question={paidUntil ? t('cancelQuestion', { date: formatDate(locale, new Date(paidUntil)) }) : t('cancelQuestionUnpaid')}
      labels={{ send: t('cancelNow'), sending: t('cancelling'), close: t('keep') }}
      send={() => call('POST /api/subscriptions/cancel')}
      onClose={onClose}
      onChanged={onChanged}
    />
  );
}
