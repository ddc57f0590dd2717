import type { PersonView } from '@bakkum/api-contract/account';
import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { ArrowLeft } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSite } from '../../document/use-site.ts';
import { call } from '../../session/api.ts';
import { SignedInOnly } from '../../session/signed-in-only.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import { Checkout, SignedOutCheckout } from './checkout.tsx';
import { PaymentBanner } from './payment-banner.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import type { ProductFacts } from './plan-facts.ts';
import { SubscriptionOutcome } from './subscription-outcome.tsx';

/** The checkout and the outcome. The address, to which the payment service returns the buyer, tells which. */
export function PaymentScreen({ sold }: { readonly sold: readonly ProductFacts[] }) {
  const t = useMessages('payment');
  const { payments } = useSite();
  return (
    <div className="work-width pt-8 pb-24 sm:pt-14">
      <PageLink path={pathOf('subscription')} className={textLinkClass('inline-flex min-h-11 items-center gap-2')}>
        <ArrowLeft aria-hidden size={18} />
        {t('back')}
      </PageLink>
      <h1 className="mt-2 mb-8 font-bold text-2xl">{t('heading')}</h1>
      {payments ? <Payment sold={sold} /> : <PaymentBanner />}
    </div>
  );
}

function Payment({ sold }: { readonly sold: readonly ProductFacts[] }) {
  const [search] = useSearchParams();
  const chosen = sold.find(({ product }) => product === search.get('plan'));
  // Visitors who return from the payment service signed out are redirected to sign in, and then see the outcome.
  const isNew = !orderIn(search) && !search.has('payment') && !search.has(SUBSCRIPTION);
  return (
    <SignedInOnly signedOut={isNew && chosen ? <SignedOutCheckout facts={chosen} /> : undefined}>
      {({ person }) => <Place sold={sold} person={person} />}
    </SignedInOnly>
  );
}

function Place({ sold, person }: { readonly sold: readonly ProductFacts[]; readonly person: PersonView }) {
  const t = useMessages('payment');
  const [search, setSearch] = useSearchParams();
  const facts = sold.find(({ product }) => product === search.get('plan'));
  const serviceId = search.get(SUBSCRIPTION);
  const order = serviceId ? null : orderIn(search);
  const payment = search.get('payment');
  const wasCancelled = search.get('back') === 'cancelled';
  useNoteCancelled(wasCancelled ? order : null);
  useNoteNotSubscribed(wasCancelled ? serviceId : null);
  const restart = (): void => setSearch(facts ? { plan: facts.product } : {});
  if (serviceId && !wasCancelled) return <SubscriptionOutcome serviceId={serviceId} onRetry={restart} />;
  if (order && !wasCancelled) return <PaymentOutcome returned={{ order }} person={person} onRetry={restart} />;
  if (payment) return <PaymentOutcome returned={{ payment }} person={person} onRetry={restart} />;
  if (!facts) return <p className="text-ink-soft">{t('noPlan')}</p>;
  return <Checkout facts={facts} person={person} wasCancelled={wasCancelled} />;
}

/** The payment service's number of the order: PayPal's `token`, PortOne's `paymentId`. */
function orderIn(search: URLSearchParams): string | null {
  return search.get('token') ?? search.get('paymentId');
}

/** PayPal's number of a subscription. */
const SUBSCRIPTION = 'subscription_id';

/** Adds to the history of the subscription; the result does not matter. */
function useNoteNotSubscribed(serviceId: string | null): void {
  useEffect(() => {
    if (serviceId) void call('POST /api/subscriptions/return', { subscription: serviceId, cancelled: true });
  }, [serviceId]);
}

/** Adds to the history of the payment; the result does not matter. */
function useNoteCancelled(order: string | null): void {
  useEffect(() => {
    if (order) void call('POST /api/payments/return', { order, cancelled: true });
  }, [order]);
}
