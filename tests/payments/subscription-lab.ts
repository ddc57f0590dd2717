/** Subscribers at the fake PayPal. */
import { randomUUID } from 'node:crypto';
import type { SoldPlan } from '@bakkum/api-contract/billing/payments';
import { decimalOf } from '@bakkum/payment/money';
import type { SubscriptionClient } from '@bakkum/payment/provider';
import { type Payment, paymentsWhere } from '@bakkum/payment/record';
import { type Subscription, subscriptionsWhere } from '@bakkum/payment/subscriptions/record';
import type { Subscriptions } from '@bakkum/payment/subscriptions/subscriptions';
import { termsOf } from '@bakkum/payment/terms';
import type { Lab } from './lab.ts';

export const wishOf = (userId: string, plan: SoldPlan = 'monthly') =>
  ({
    userId,
    plan,
    amount: decimalOf(termsOf(plan).money),
    locale: 'ko',
    addresses: {
      returnUrl: 'http://site.example/payment?plan=monthly&back=paid',
      cancelUrl: 'http://site.example/payment?plan=monthly&back=cancelled',
    },
  }) as const;

export type Subscriber = { readonly userId: string; readonly id: string; readonly serviceId: string };

export function subscriptionsOf({ payments }: Pick<Lab, 'payments'>): Subscriptions {
  if (!payments.subscriptions) throw new Error('no subscriptions');
  return payments.subscriptions;
}

export function serviceOf({ client }: Pick<Lab, 'client'>): SubscriptionClient {
  if (!client.subscriptions) throw new Error('no subscriptions');
  return client.subscriptions;
}

/** A buyer who sees the service's page. */
export async function asked(
  lab: Lab,
  plan: SoldPlan = 'monthly',
  userId: string = randomUUID(),
): Promise<Subscriber & { readonly approveUrl: string }> {
  const answer = await subscriptionsOf(lab).subscribe(wishOf(userId, plan));
  if (answer.outcome !== 'approve') throw new Error(`not begun: ${answer.outcome}`);
  const { serviceId } = await rowOf(lab, answer.subscriptionId);
  return { userId, id: answer.subscriptionId, serviceId: serviceId ?? '', approveUrl: answer.approveUrl };
}

/** Performs the buyer's choice on the service's page. Returns where it leads. */
export async function agreeTo(approveUrl: string, outcome = 'pays', buyer = ''): Promise<string> {
  const response = await fetch(approveUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: outcome === 'cancel' ? 'cancel' : 'pay', outcome }),
    headers: { Cookie: buyer },
    redirect: 'manual',
  });
  return response.headers.get('Location') ?? '';
}

/** A buyer who has approved, returned and paid the first cycle, if it is due. */
export async function subscribed(lab: Lab, plan: SoldPlan = 'monthly', userId?: string, outcome?: string): Promise<Subscriber> {
  const { approveUrl, ...subscriber } = await asked(lab, plan, userId);
  await agreeTo(approveUrl, outcome);
  await subscriptionsOf(lab).returned(subscriber.userId, subscriber.serviceId);
  return subscriber;
}

export async function rowOf({ database }: Pick<Lab, 'database'>, id: string): Promise<Subscription> {
  const [row] = await subscriptionsWhere(database, 'where id = $1', [id]);
  if (!row) throw new Error(`no subscription ${id}`);
  return row;
}

export function cyclesOf({ database }: Pick<Lab, 'database'>, id: string): Promise<readonly Payment[]> {
  return paymentsWhere(database, 'where subscription_id = $1 order by created_at', [id]);
}

/** Lets days pass one by one, with the reconciler and without any message. */
export async function pass(lab: Lab, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    lab.travel(1);
    await lab.payments.reconcile(0);
    lab.messages.length = 0;
  }
}
