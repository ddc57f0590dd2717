import type { PersonView } from '@bakkum/api-contract/account';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useEffect, useState } from 'react';
import { call, type Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { PLAN_WORDS } from '../../session/plan-words.ts';
import { askToSignIn } from '../../session/sign-in-prompt.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { PaymentBanner } from './payment-banner.tsx';
import type { SoldFacts } from './plan-facts.ts';
import { usePayments } from './use-payments.ts';

type CheckoutProps = {
  readonly facts: SoldFacts;
  readonly person: PersonView;
  /** The buyer returned from the payment service without approving. */
  readonly wasCancelled: boolean;
};

/** The order, and the button that leads to the payment service. */
export function Checkout({ facts, person, wasCancelled }: CheckoutProps) {
  const t = useMessages('payment');
  const { busy, failure, pay } = usePay(facts);
  return (
    <div className="grid max-w-xl gap-6">
      <PaymentBanner />
      {wasCancelled ? (
        <Notice tone="info">
          <p className="font-semibold">{t('cancelled')}</p>
          <p className="text-ink-soft">{t('cancelledBody')}</p>
        </Notice>
      ) : undefined}
      <Summary facts={facts} person={person} />
      <FailureNotice failure={failure} />
      <div>
        <Button variant="primary" size="lg" className="w-full" disabled={busy} onClick={() => void pay()}>
          {t(busy ? 'leaving' : 'pay')}
        </Button>
        <p className="mt-3 text-ink-soft text-sm">{t('payNote')}</p>
        <p className="mt-1 text-ink-soft text-sm">
          {`${t('terms')} `}
          <PageLink path={pathOf('terms')} className={textLinkClass()}>
            {t('termsLink')}
          </PageLink>
          {` ${t('and')} `}
          <PageLink path={pathOf('refunds')} className={textLinkClass()}>
            {t('refundLink')}
          </PageLink>
        </p>
      </div>
    </div>
  );
}

const ask = (): void => askToSignIn('checkout');

/** The order of a visitor, who is asked to sign in at once. */
export function SignedOutCheckout({ facts }: { readonly facts: SoldFacts }) {
  const t = useMessages('payment');
  useEffect(ask, []);
  return (
    <div className="grid max-w-xl gap-6">
      <PaymentBanner />
      <Summary facts={facts} />
      <Button variant="primary" size="lg" className="w-full" onClick={ask}>
        {t('signInToPay')}
      </Button>
    </div>
  );
}

/** Starts the payment and navigates to the page of the payment service. No third-party script runs on our pages. */
function usePay({ plan }: SoldFacts) {
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const pay = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const answer = await call('POST /api/payments', { plan, locale });
    if (answer.ok) {
      const { approveUrl, paymentId } = answer.body;
      // Without an approval page, an earlier payment of the user is completed: this page shows the result.
      const here = `${location.pathname}?plan=${plan}&payment=${paymentId}`;
      location.assign(approveUrl ?? here);
      return;
    }
    setBusy(false);
    setFailure(answer.failure);
  };
  return { busy, failure, pay };
}

function Summary({ facts, person }: { readonly facts: SoldFacts; readonly person?: PersonView }) {
  const t = useMessages('payment');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { plan, days, credits, totalCredits, price, currency } = facts;
  return (
    <section aria-labelledby="order" className="rounded-lg border border-line bg-surface p-6">
      <h2 id="order" className="font-semibold text-lg">
        {t('summaryHeading')}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-y-2">
        <Line name={t('plan')}>{shell(PLAN_WORDS[plan])}</Line>
        <Line name={t('runs')}>{t('days', { days })}</Line>
        <Line name={t('credits')}>{t(totalCredits === undefined ? 'creditsMonthly' : 'creditsAnnual', { credits })}</Line>
        {person ? <Line name={t('account')}>{person.email}</Line> : undefined}
        <dt className="mt-2 border-line border-t pt-4 font-semibold">{t('total')}</dt>
        <dd className="mt-2 border-line border-t pt-4 text-right font-bold text-xl tabular">
          {formatMoney(locale, price, currency)}
        </dd>
      </dl>
      {person ? <Beginning /> : undefined}
    </section>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="pr-8 text-ink-soft">{name}</dt>
      <dd className="break-words text-right">{children}</dd>
    </>
  );
}

/** When the purchased time starts: now, or after the current one. */
function Beginning() {
  const t = useMessages('payment');
  const locale = useLocale();
  const { body: view } = usePayments();
  const last = view?.periods.at(-1);
  return (
    <p className="mt-4 min-h-12 text-ink-soft text-sm">
      {last ? t('beginsLater', { date: formatDate(locale, new Date(last.endsAt)) }) : view && t('beginsNow')}
    </p>
  );
}
