/** Changes the plan of a subscription at its next charge. Until then nothing changes, so nothing is deducted or lost. */
import { randomUUID } from 'node:crypto';
import { SOLD_PLANS, type SoldPlan } from '@bakkum/api-contract/billing/payments';
import { CHARGING } from '@bakkum/api-contract/billing/subscriptions';
import { faultCode } from '../fault.ts';
import { decimalOf } from '../money.ts';
import type { PaymentContext } from '../payment-context.ts';
import { termsOf } from '../terms.ts';
import { dropChange, lockSubscription, noteStep, openSubscription, type Subscription } from './record.ts';
import { isAsAgreed, type Subscribe } from './subscribe.ts';
import { syncSubscription } from './sync.ts';

export type Changed =
  | { readonly outcome: 'approve'; readonly approveUrl: string }
  /** `not-possible`: there is no subscription that could change to this plan now. */
  | { readonly outcome: 'not-possible' | 'price-changed' | 'unavailable' };

/** Returns the plans to which a subscription can change. While charges fail, there are none. */
export function changesFrom({ client }: PaymentContext, subscription: Subscription): readonly SoldPlan[] {
  const { state, endAskedAt, failingSince, plan } = subscription;
  if (!CHARGING.includes(state) || endAskedAt || failingSince) return [];
  return SOLD_PLANS.filter((one) => one !== plan && client.subscriptions?.plans[one] !== undefined);
}

/** Requests the change from the service. It applies once the buyer has approved it there. */
export async function changePlan(
  context: PaymentContext,
  { userId, plan, amount, locale, addresses }: Subscribe,
): Promise<Changed> {
  const { database, client, brand } = context;
  const service = client.subscriptions;
  const open = await openSubscription(database, userId, context.provider);
  const subscription = open && (await syncSubscription(context, open.id, 'buyer'));
  const planRef = service?.plans[plan];
  if (!subscription?.serviceId || !service || !planRef || !changesFrom(context, subscription).includes(plan))
    return { outcome: 'not-possible' };
  const terms = termsOf(plan);
  if (decimalOf(terms.money) !== amount) return { outcome: 'price-changed' };
  if (!(await isAsAgreed(context, service, { planRef, terms }))) return { outcome: 'unavailable' };
  if (!(await record(context, subscription.id, { plan, planRef }))) return { outcome: 'not-possible' };
  try {
    const { approveUrl } = await service.change(subscription.serviceId, { planId: planRef, locale, brand, ...addresses });
    return approveUrl ? { outcome: 'approve', approveUrl } : { outcome: 'unavailable' };
  } catch (error) {
    const detail = { subscription: subscription.id, fault: faultCode(error), error: String(error) };
    context.onProblem({ what: 'subscription-not-changed', paymentId: '', detail });
    return { outcome: 'unavailable' };
  }
}

/** Stores the terms of the change before the request to the service. It replaces a change that waits for approval. */
async function record(
  context: PaymentContext,
  id: string,
  { plan, planRef }: { readonly plan: SoldPlan; readonly planRef: string },
): Promise<boolean> {
  const { money, credits, cycle, days } = termsOf(plan);
  return context.database.transaction(async (sql) => {
    const subscription = await lockSubscription(sql, id);
    if (!changesFrom(context, subscription).includes(plan)) return false;
    const at = context.now();
    await dropChange(sql, id, at);
    await sql.query(
      `insert into payment.subscription_changes (id, subscription_id, plan, plan_ref, amount, credits, cycle, days, asked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [randomUUID(), id, plan, planRef, money.minor, credits, JSON.stringify(cycle), days, at],
    );
    await noteStep(sql, id, { at, who: 'buyer', what: 'change-asked', detail: { to: plan } });
    return true;
  });
}
