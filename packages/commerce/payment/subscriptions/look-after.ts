import { GRACE_DAYS } from '@bakkum/api-contract/billing/subscriptions';
import { PaymentFault } from '../fault.ts';
import type { PaymentContext } from '../payment-context.ts';
import { endSubscription, performEnd } from './ending.ts';
import {
  CHARGING_STATES,
  expireSubscription,
  lockSubscription,
  OPEN_STATES,
  type Subscription,
  subscriptionsWhere,
} from './record.ts';
import { UNANSWERED_MS } from './subscribe.ts';
import { syncSubscription } from './sync.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Days in which a subscription that was given up may still be approved at the service. */
const LATE_APPROVAL_DAYS = 7;
const BATCH = 50;

/**
 * Checks subscriptions that wait for approval, are due, fail or have to end, and every other one once a day. This, rather than the
 * service's messages, ensures that no charge is lost. Returns how many were checked.
 */
export async function lookAfterSubscriptions(context: PaymentContext, before: Date): Promise<number> {
  if (!context.client.subscriptions) return 0;
  await giveUpUnanswered(context);
  const due = await dueSubscriptions(context, before);
  for (const subscription of due) await safely(context, subscription, () => lookAfter(context, subscription));
  return due.length;
}

async function giveUpUnanswered({ database, provider, now }: PaymentContext): Promise<void> {
  const old = new Date(now().getTime() - UNANSWERED_MS);
  const rows = await subscriptionsWhere(database, "where provider = $1 and state = 'created' and created_at <= $2", [
    provider,
    old,
  ]);
  for (const { id } of rows)
    await database.transaction(async (sql) => {
      const { state } = await lockSubscription(sql, id);
      if (state === 'created') await expireSubscription(sql, id, { at: now(), who: 'site' });
    });
}

function dueSubscriptions({ database, provider, now }: PaymentContext, before: Date): Promise<readonly Subscription[]> {
  const at = now().getTime();
  return subscriptionsWhere(
    database,
    `where provider = $1 and service_id is not null and (
       state in ${OPEN_STATES} and end_asked_at is not null
       or state = 'ordered' and checked_at <= $2
       or state in ${CHARGING_STATES} and (next_charge_at <= $3 or failing_since is not null) and checked_at <= $4
       or state in ${CHARGING_STATES} and checked_at <= $5
       or state = 'expired' and created_at > $6 and (checked_at <= $5 or end_asked_at is not null and activated_at is not null)
     ) order by checked_at limit $7`,
    [
      ...[provider, before, new Date(at), new Date(Math.min(at - HOUR_MS, before.getTime()))],
      ...[new Date(at - DAY_MS), new Date(at - LATE_APPROVAL_DAYS * DAY_MS), BATCH],
    ],
  );
}

async function lookAfter(context: PaymentContext, { id, endAskedAt }: Subscription): Promise<void> {
  // Moves it to the end of the queue, so that a failing request does not block the others.
  await context.database.query('update payment.subscriptions set checked_at = $2 where id = $1', [id, context.now()]);
  if (endAskedAt !== null) {
    await performEnd(context, id);
    return;
  }
  const { state, failingSince, endAskedAt: ends } = await syncSubscription(context, id, 'site');
  const isOver = failingSince && failingSince.getTime() + GRACE_DAYS * DAY_MS <= context.now().getTime();
  if (isOver && state !== 'ended') await endSubscription(context, id, { who: 'site', why: 'unpaid' });
  else if (ends !== null && state !== 'ended') await performEnd(context, id);
}

/** A defect in one subscription must not block the others. */
async function safely(context: PaymentContext, { id }: Subscription, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const what = error instanceof PaymentFault ? 'subscription-not-read' : 'subscription-defect';
    context.onProblem({ what, paymentId: '', detail: { subscription: id, error: String(error) } });
  }
}
