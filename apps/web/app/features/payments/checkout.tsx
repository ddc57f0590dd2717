import type { PersonView } from '@bakkum/api-contract/account';
import type { Offer, PaymentWay, SoldPlan, Start } from '@bakkum/api-contract/billing/payments';
import { isPackId, REFUND_DAYS } from '@bakkum/api-contract/billing/plans';
import type { Renewal } from '@bakkum/api-contract/billing/subscriptions';
import { formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { useEffect, useState } from 'react';
import { useSite } from '../../document/use-site.ts';
import { call, type Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { preferredWay, priceOf, usePrices } from '../../session/prices.ts';
import { askToSignIn } from '../../session/sign-in-prompt.ts';
import { Waiting } from '../../session/signed-in-only.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import { useServerData } from '../../state/server-data.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentBanner } from './payment-banner.tsx';
import type { ProductFacts } from './plan-facts.ts';
import { RenewalChoice } from './renewal-choice.tsx';
import { StartChoice } from './start-choice.tsx';
import { usePayments } from './use-payments.ts';
import { WayChoice } from './way-choice.tsx';

type CheckoutProps = {
  readonly facts: ProductFacts;
  readonly person: PersonView;
  /** The buyer returned from the payment service without approving. */
  readonly wasCancelled: boolean;
};

/** The order, and the button that leads to the payment service. */
export function Checkout({ facts, person, wasCancelled }: CheckoutProps) {
  const locale = useLocale();
  const { payments } = useSite();
  const [way, setWay] = useState(() => preferredWay(payments, locale));
  const { offers, renewal, fault, read } = useOffers(facts, way);
  const [start, setStart] = useState<Start>();
  const offer = offers?.find((one) => one.start === start) ?? offers?.[0];
  return (
    <div className="grid max-w-xl grid-cols-1 gap-6">
      <PaymentBanner />
      {wasCancelled ? <Cancelled /> : undefined}
      {offers && offers.length > 1 && offer ? (
        <StartChoice offers={offers} chosen={offer.start} onChoose={setStart} />
      ) : undefined}
      {payments ? <WayChoice sales={payments} product={facts.product} chosen={way} onChoose={setWay} /> : undefined}
      {offers || fault ? undefined : <Waiting />}
      {offers?.length === 0 ? <AlreadySubscribed /> : undefined}
      {offer ? <Order {...{ facts, person, way, offer, renewal }} reload={read} /> : <FailureNotice failure={fault} />}
    </div>
  );
}

type OrderProps = Pick<CheckoutProps, 'facts' | 'person'> & {
  readonly way: PaymentWay;
  readonly offer: Offer;
  readonly renewal: Renewal | undefined;
  readonly reload: () => Promise<void>;
};

/** The chosen offer: paid once or renewed, what it costs, and the button that pays it. */
function Order({ facts, person, way, offer, renewal, reload }: OrderProps) {
  const t = useMessages('payment');
  const { payments } = useSite();
  const [wantsRenewal, setWantsRenewal] = useState(false);
  const { busy, failure, pay } = usePay(facts, way, reload);
  const renews = wantsRenewal && renewal !== undefined;
  const { freeCreditsEnding } = renews ? renewal : offer;
  const local = { ...facts, ...priceOf(payments, way, facts.product) };
  return (
    <>
      {renewal ? <RenewalChoice renewal={renewal} once={offer} renews={renews} onChoose={setWantsRenewal} /> : undefined}
      <OrderSummary facts={local} person={person} offer={offer} {...(renews && { renewal })} />
      {offer.deduction && payments?.renews ? <EndsSubscription /> : undefined}
      {freeCreditsEnding > 0 ? <Notice tone="warning">{t('freeEnding', { count: freeCreditsEnding })}</Notice> : undefined}
      <FailureNotice failure={failure} />
      <PayButton
        {...{ busy, way, offer, renews }}
        isPack={isPackId(facts.product)}
        onPay={() => void pay(offer, renews ? renewal : undefined)}
      />
    </>
  );
}

/** Points subscribers to the account page, where they change their subscription. */
function AlreadySubscribed() {
  const t = useMessages('renewal');
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('already')}</p>
      <p className="text-ink-soft">{t('alreadyBody')}</p>
      <PageLink path={pathOf('account')} className={textLinkClass()}>
        {t('toAccount')}
      </PageLink>
    </Notice>
  );
}

/** Warns that an upgrade ends the subscription of the plan it replaces. */
function EndsSubscription() {
  const t = useMessages('renewal');
  const { body } = usePayments();
  const isCharging = body?.subscription && !body.subscription.ending;
  return isCharging ? <Notice tone="info">{t('endsSubscription')}</Notice> : undefined;
}

function Cancelled() {
  const t = useMessages('payment');
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('cancelled')}</p>
      <p className="text-ink-soft">{t('cancelledBody')}</p>
    </Notice>
  );
}

type PayButtonProps = {
  readonly busy: boolean;
  readonly isPack: boolean;
  readonly way: PaymentWay;
  readonly offer: Offer;
  readonly renews: boolean;
  readonly onPay: () => void;
};

function PayButton({ busy, isPack, way, offer, renews, onPay }: PayButtonProps) {
  const t = useMessages('payment');
  const renewal = useMessages('renewal');
  const locale = useLocale();
  const isWon = way === 'portone';
  const once = isWon ? t('payWon', { amount: formatMoney(locale, offer.amount, offer.currency) }) : t('pay');
  const label = renews ? renewal('subscribe') : once;
  return (
    <div>
      <Button variant="primary" size="lg" className="w-full" disabled={busy} onClick={onPay}>
        {busy ? t(isWon ? 'leavingWon' : 'leaving') : label}
      </Button>
      <p className="mt-3 text-ink-soft text-sm">{renews ? renewal('payNote') : t(isWon ? 'payWonNote' : 'payNote')}</p>
      {isPack ? <p className="mt-1 text-ink-soft text-sm">{t('packRefund', { days: REFUND_DAYS })}</p> : undefined}
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
  );
}

const ask = (): void => askToSignIn('checkout');

/** The order of a visitor, who is asked to sign in at once. */
export function SignedOutCheckout({ facts }: { readonly facts: ProductFacts }) {
  const t = useMessages('payment');
  const priceFor = usePrices();
  useEffect(ask, []);
  return (
    <div className="grid max-w-xl gap-6">
      <PaymentBanner />
      <OrderSummary facts={{ ...facts, ...priceFor(facts.product) }} />
      <Button variant="primary" size="lg" className="w-full" onClick={ask}>
        {t('signInToPay')}
      </Button>
    </div>
  );
}

/** The ways to buy a product now, with the prices that the server will charge. */
function useOffers({ product }: ProductFacts, way: PaymentWay) {
  const { body, fault, read } = useServerData({
    key: ['offers', product, way],
    ask: () => call('GET /api/payments/offers', undefined, { query: { product, way } }),
  });
  return { offers: body?.offers, renewal: body?.renewal, fault, read };
}

/** Starts the payment and navigates to the page where the buyer pays. */
function usePay({ product }: ProductFacts, way: PaymentWay, reload: () => Promise<void>) {
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const subscribe = async (plan: SoldPlan, { amount }: Renewal): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const answer = await call('POST /api/subscriptions', { plan, amount, locale });
    if (answer.ok) return location.assign(answer.body.approveUrl);
    setFailure(answer.failure);
    await reload();
    setBusy(false);
    return undefined;
  };
  const pay = async ({ start, amount }: Offer, renewal?: Renewal): Promise<void> => {
    if (renewal && !isPackId(product)) return subscribe(product, renewal);
    setBusy(true);
    setFailure(undefined);
    const answer = await call('POST /api/payments', { product, start, amount, locale, way });
    if (answer.ok) {
      const { approveUrl, paymentId } = answer.body;
      // Without an approval page, an earlier payment of the user is completed: this page shows the result.
      const here = `${location.pathname}?plan=${product}&payment=${paymentId}`;
      return location.assign(approveUrl ?? here);
    }
    if (answer.failure.code === 'price-changed') await reload();
    setBusy(false);
    setFailure(answer.failure);
    return undefined;
  };
  return { busy, failure, pay };
}
