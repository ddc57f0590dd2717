import type { SoldPlan } from '@bakkum/api-contract/billing/payments';
import type { Renewal, SubscriptionView } from '@bakkum/api-contract/billing/subscriptions';
import { decimalOf } from '@bakkum/payment/money';
import { numberOf, type Subscription } from '@bakkum/payment/subscriptions/record';
import { graceEnd, type OwnSubscription } from '@bakkum/payment/subscriptions/report';
import type { RenewalOffer } from '@bakkum/payment/subscriptions/subscribe';
import { type Terms, termsOf } from '@bakkum/payment/terms';
import { FAKE_PAYPAL_PATH, wayOf } from './ways.ts';

const PAYPAL_AUTOPAY = 'https://www.paypal.com/myaccount/autopay/';

/** Subscription view for its buyer. @param changes plans to which it can change */
export function subscriptionView({ subscription, paidUntil }: OwnSubscription, changes: readonly SoldPlan[]): SubscriptionView {
  const { id, plan, money, days, state, provider, activatedAt, createdAt, nextChargeAt, endAskedAt } = subscription;
  const next = endAskedAt === null ? nextChargeAt : null;
  return {
    id,
    number: numberOf(id),
    plan,
    ...priceOf({ money, days }),
    state,
    test: wayOf(provider).test,
    manageUrl: manageUrl(subscription),
    startedAt: (activatedAt ?? createdAt).toISOString(),
    ...(next && { nextChargeAt: next.toISOString() }),
    ...(paidUntil && { paidUntil: paidUntil.toISOString() }),
    ...failingView(subscription),
    ...endingView(subscription),
    changes: changes.map((one) => ({ plan: one, ...priceOf(termsOf(one)) })),
  };
}

/** Where the buyer sees and cancels automatic payments at PayPal. */
function manageUrl({ provider, serviceId }: Subscription): string {
  return wayOf(provider).test ? `${FAKE_PAYPAL_PATH}/automatic-payments?id=${serviceId ?? ''}` : PAYPAL_AUTOPAY;
}

function priceOf({ money, days }: Pick<Terms, 'money' | 'days'>) {
  return { amount: decimalOf(money), currency: money.currency, days };
}

function failingView(subscription: Subscription): Pick<SubscriptionView, 'failing'> {
  const { failingSince, retryAt, state, endAskedAt } = subscription;
  const endsAt = graceEnd(subscription);
  if (!failingSince || !endsAt || endAskedAt !== null || state === 'ended') return {};
  const retry = retryAt && { retryAt: retryAt.toISOString() };
  return { failing: { since: failingSince.toISOString(), endsAt: endsAt.toISOString(), ...retry } };
}

function endingView({ endedBy, endedWhy, endAskedAt, endedAt }: Subscription): Pick<SubscriptionView, 'ending'> {
  const at = endAskedAt ?? endedAt;
  return endedBy && endedWhy && at ? { ending: { by: endedBy, why: endedWhy, at: at.toISOString() } } : {};
}

/** View of how a plan can renew. */
export function renewalView({ terms, firstChargeAt, secondChargeAt, freeCreditsEnding }: RenewalOffer, now: Date): Renewal {
  return {
    ...priceOf(terms),
    firstChargeAt: (firstChargeAt ?? now).toISOString(),
    secondChargeAt: secondChargeAt.toISOString(),
    startsNow: firstChargeAt === undefined,
    freeCreditsEnding,
  };
}
