import type { SoldPlan } from '@bakkum/api-contract/billing/payments';
import { CHARGING, GRACE_DAYS } from '@bakkum/api-contract/billing/subscriptions';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { endOfPaidTime } from '../offers.ts';
import type { Step } from '../report.ts';
import { CHARGING_STATES, chargingSubscription, type Subscription, subscriptionsWhere } from './record.ts';

const DAY_MS = 86_400_000;
/** Days a plan continues while the next charge is expected, because the service charges some hours late. */
const EXPECTED_DAYS = 2;

/** A subscription as shown to its buyer. */
export type OwnSubscription = {
  readonly subscription: Subscription;
  readonly paidUntil?: Date;
};

/** Returns the subscription of a user that charges, or the last one until its paid time ends; undefined if there is none. */
export async function ownSubscription(sql: Sql, userId: string, now: Date): Promise<OwnSubscription | undefined> {
  const [subscription] = await subscriptionsWhere(
    sql,
    `where user_id = $1 and activated_at is not null and state <> 'expired' order by state in ${CHARGING_STATES} desc, activated_at desc limit 1`,
    [userId],
  );
  if (!subscription) return undefined;
  const paidUntil = await endOfPaidTime(sql, userId, now);
  const isRecent = subscription.endedAt !== null && now.getTime() - subscription.endedAt.getTime() < EXPECTED_DAYS * DAY_MS;
  if (!CHARGING.includes(subscription.state) && !paidUntil && !isRecent) return undefined;
  return { subscription, ...(paidUntil && { paidUntil }) };
}

/** When a failing subscription ends without a payment. */
export function graceEnd({ failingSince }: Subscription): Date | undefined {
  return failingSince ? new Date(failingSince.getTime() + GRACE_DAYS * DAY_MS) : undefined;
}

const lastRow = z.object({ ends_at: z.date().nullable() });

/** Returns the plan that a user keeps while the next charge is expected or retried; undefined if there is none. */
export async function planInGrace(sql: Sql, userId: string, now: Date): Promise<SoldPlan | undefined> {
  const subscription = await chargingSubscription(sql, userId);
  if (!subscription) return undefined;
  const [row] = await sql.query(
    `select max(t.ends_at) as ends_at from payment.periods t join payment.payments p on p.id = t.payment_id
     where p.subscription_id = $1 and t.revoked_at is null`,
    [subscription.id],
  );
  const paidUntil = lastRow.parse(row).ends_at;
  if (!paidUntil) return undefined;
  const until = graceEnd(subscription) ?? new Date(paidUntil.getTime() + EXPECTED_DAYS * DAY_MS);
  return until > now ? subscription.plan : undefined;
}

const step = z.object({ at: z.date(), who: z.string(), what: z.string(), detail: z.record(z.string(), z.unknown()) });

/** Returns every step of a subscription, oldest first. */
export async function stepsOf(sql: Sql, subscriptionId: string): Promise<readonly Step[]> {
  const rows = await sql.query(
    'select at, who, what, detail from payment.subscription_history where subscription_id = $1 order by id',
    [subscriptionId],
  );
  return z.array(step).parse(rows);
}

export async function subscriptionById(sql: Sql, id: string): Promise<Subscription | undefined> {
  const [found] = await subscriptionsWhere(sql, 'where id = $1', [id]);
  return found;
}

/** Returns subscriptions that charge, or ended since `from`, newest first. */
export function listSubscriptions(sql: Sql, from: Date, limit = 100): Promise<readonly Subscription[]> {
  return subscriptionsWhere(
    sql,
    `where activated_at is not null and (state in ${CHARGING_STATES} or ended_at >= $1) order by activated_at desc limit $2`,
    [from, limit],
  );
}

/** Returns subscriptions to a plan that charge again in that time. */
export async function renewingSoon(
  sql: Sql,
  plan: SoldPlan,
  from: Date,
  until: Date,
): Promise<readonly { readonly subscription: Subscription; readonly userId: string; readonly chargeAt: Date }[]> {
  const found = await subscriptionsWhere(
    sql,
    `where plan = $1 and state = 'active' and end_asked_at is null and failing_since is null
       and next_charge_at > $2 and next_charge_at <= $3 order by next_charge_at`,
    [plan, from, until],
  );
  return found.flatMap((subscription) => {
    const { userId, nextChargeAt } = subscription;
    return userId !== null && nextChargeAt !== null ? [{ subscription, userId, chargeAt: nextChargeAt }] : [];
  });
}
