/** Brings a subscription up to date with the service. The returning buyer, messages and the reconciler all do the same. */
import { CHARGING } from '@bakkum/api-contract/billing/subscriptions';
import type { Sql } from '@bakkum/database/sql';
import { faultCode } from '../fault.ts';
import { lockPerson, type PaymentContext } from '../payment-context.ts';
import type { Capture, ServiceSubscription, SubscriptionClient } from '../provider.ts';
import type { Actor } from '../record.ts';
import { askEnd } from './ask-end.ts';
import { bookCycle } from './cycle.ts';
import {
  changesOf,
  dropChange,
  expireSubscription,
  lockSubscription,
  noteStep,
  openSubscription,
  type Subscription,
  subscriptionsWhere,
} from './record.ts';

const DAY_MS = 86_400_000;
/** Days for which charges are listed: longer than any outage, shorter than the service's limit. */
const LISTED_DAYS = 120;
const NEVER = new Date(0);
/** Milliseconds after which an unapproved subscription is given up. The service keeps it, and its approval is still noticed. */
export const APPROVAL_LIFE_MS = 3 * 3_600_000;

/** Reads a subscription and its charges at the service, and books them. Returns the updated subscription. */
export async function syncSubscription(context: PaymentContext, id: string, who: Actor): Promise<Subscription> {
  const [known] = await subscriptionsWhere(context.database, 'where id = $1', [id]);
  if (!known) throw new Error(`no subscription ${id}`);
  const service = context.client.subscriptions;
  if (known.serviceId === null || !service) return known;
  let read: Read;
  try {
    read = await readAll(context, service, known, known.serviceId);
  } catch (error) {
    context.onProblem({ what: 'subscription-not-read', paymentId: '', detail: { subscription: id, fault: faultCode(error) } });
    return known;
  }
  await context.database.transaction((sql) => apply(context, sql, id, read.found, who));
  for (const charge of read.charges) await bookCycle(context, id, charge, who);
  await context.database.query('update payment.subscriptions set checked_at = $2 where id = $1', [id, context.now()]);
  const [now = known] = await subscriptionsWhere(context.database, 'where id = $1', [id]);
  return now;
}

type Read = { readonly found: ServiceSubscription | undefined; readonly charges: readonly Capture[] };

async function readAll(
  context: PaymentContext,
  service: SubscriptionClient,
  known: Subscription,
  serviceId: string,
): Promise<Read> {
  const found = await service.read(serviceId);
  if (!found || found.state === 'waiting') return { found, charges: [] };
  const now = context.now().getTime();
  const from = new Date(Math.max(known.createdAt.getTime() - DAY_MS, now - LISTED_DAYS * DAY_MS));
  return { found, charges: await service.charges(serviceId, from, new Date(now + DAY_MS)) };
}

async function apply(
  context: PaymentContext,
  sql: Sql,
  id: string,
  found: ServiceSubscription | undefined,
  who: Actor,
): Promise<void> {
  const subscription = await lockSubscription(sql, id);
  // It counts as never checked until its charges are booked, so that the reconciler finds it after a crash.
  await sql.query('update payment.subscriptions set checked_at = $2 where id = $1', [id, NEVER]);
  // Its end is final, whatever an old message says.
  if (subscription.state === 'ended') return;
  if (!found || found.state === 'waiting') return giveUp(context, sql, subscription, found);
  if (subscription.userId !== null) await lockPerson(sql, subscription.userId);
  if (found.state === 'ended') return end(context, sql, subscription, who);
  const current = await changed(context, sql, subscription, found, who);
  if (!(await activate(context, sql, current, found, who))) return;
  await recordFailures(context, sql, current, found);
  if (found.subscriptionId !== id || found.planId !== current.planRef) {
    context.onProblem({ what: 'subscription-mismatch', paymentId: '', detail: { subscription: id } });
    await askEnd(context, sql, id, { who: 'site', why: 'mismatch' });
  }
}

/** The buyer has not approved. The service forgets such subscriptions in time. */
async function giveUp(
  context: PaymentContext,
  sql: Sql,
  { id, state, createdAt, endAskedAt }: Subscription,
  found: ServiceSubscription | undefined,
): Promise<void> {
  if (CHARGING.includes(state)) {
    context.onProblem({ what: 'subscription-not-there', paymentId: '', detail: { subscription: id } });
    return;
  }
  const isOld = context.now().getTime() - createdAt.getTime() > APPROVAL_LIFE_MS;
  if (state !== 'ordered' || (found && !isOld && endAskedAt === null)) return;
  await expireSubscription(sql, id, { at: context.now(), who: 'site' });
}

/** Applies the change of plan that the buyer has approved. */
async function changed(
  context: PaymentContext,
  sql: Sql,
  subscription: Subscription,
  found: ServiceSubscription,
  who: Actor,
): Promise<Subscription> {
  if (found.planId === subscription.planRef) return subscription;
  // Also one that was given up here, but approved at the service later.
  const change = (await changesOf(sql, subscription.id)).find(({ planRef, appliedAt }) => planRef === found.planId && !appliedAt);
  if (!change) return subscription;
  const at = context.now();
  // Late charges at the old price are compared with the terms that this row keeps.
  await sql.query(
    `insert into payment.subscription_changes
       (id, subscription_id, plan, plan_ref, amount, credits, cycle, days, asked_at, applied_at)
     select gen_random_uuid(), id, plan, plan_ref, amount, credits, cycle, days, created_at, created_at
     from payment.subscriptions where id = $1`,
    [subscription.id],
  );
  await sql.query(
    `update payment.subscriptions s set plan = c.plan, plan_ref = c.plan_ref, amount = c.amount, credits = c.credits,
       cycle = c.cycle, days = c.days from payment.subscription_changes c where c.id = $2 and s.id = $1`,
    [subscription.id, change.id],
  );
  await sql.query('update payment.subscription_changes set applied_at = $2, dropped_at = null where id = $1', [change.id, at]);
  await noteStep(sql, subscription.id, { at, who, what: 'plan-changed', detail: { from: subscription.plan, to: change.plan } });
  return lockSubscription(sql, subscription.id);
}

/** Records that the service may charge. Returns whether the subscription continues. */
async function activate(
  context: PaymentContext,
  sql: Sql,
  { id, userId, provider, state, endAskedAt, payerId }: Subscription,
  { state: to, payerId: payer, nextChargeAt }: ServiceSubscription,
  who: Actor,
): Promise<boolean> {
  const at = context.now();
  if (state === 'expired' && !(await mayRevive(sql, { userId, provider, endAskedAt }))) {
    // Approved after it was given up and can no longer be used: the reconciler ends it at the service.
    await sql.query(
      `update payment.subscriptions set end_asked_at = coalesce(end_asked_at, $2), ended_by = coalesce(ended_by, 'site'),
         ended_why = coalesce(ended_why, 'replaced'), activated_at = coalesce(activated_at, $2) where id = $1`,
      [id, at],
    );
    return false;
  }
  await sql.query(
    `update payment.subscriptions set state = $2, payer_id = case when user_id is null then null else coalesce($3, payer_id) end,
       next_charge_at = $4, activated_at = coalesce(activated_at, $5) where id = $1`,
    [id, to === 'suspended' ? 'suspended' : 'active', payer ?? payerId, nextChargeAt, at],
  );
  if (!CHARGING.includes(state)) await noteStep(sql, id, { at, who, what: 'active' });
  else if (state !== to) await noteStep(sql, id, { at, who: 'service', what: to });
  return true;
}

async function mayRevive(
  sql: Sql,
  { userId, provider, endAskedAt }: Pick<Subscription, 'userId' | 'provider' | 'endAskedAt'>,
): Promise<boolean> {
  if (userId === null || endAskedAt !== null) return false;
  return (await openSubscription(sql, userId, provider)) === undefined;
}

/** Records failed charges, and tells the buyer about the first one in a row. */
async function recordFailures(
  context: PaymentContext,
  sql: Sql,
  { id, userId, failingSince }: Subscription,
  { state, failures, failedAt, retryAt }: ServiceSubscription,
): Promise<void> {
  const at = context.now();
  if (failures === 0 && state !== 'suspended') {
    if (failingSince)
      await sql.query('update payment.subscriptions set failing_since = null, retry_at = null where id = $1', [id]);
    return;
  }
  await sql.query('update payment.subscriptions set failing_since = coalesce(failing_since, $2), retry_at = $3 where id = $1', [
    id,
    failedAt ?? at,
    state === 'suspended' ? null : retryAt,
  ]);
  if (failingSince) return;
  await noteStep(sql, id, { at, who: 'service', what: 'charge-failed' });
  if (userId !== null)
    await context.onSubscription(sql, { what: 'charge-failed', subscription: await lockSubscription(sql, id), userId });
}

/** The service has stopped charging, for the buyer, the operator or itself. */
async function end(context: PaymentContext, sql: Sql, subscription: Subscription, who: Actor): Promise<void> {
  const { id, userId, endAskedAt, activatedAt } = subscription;
  const at = context.now();
  if (activatedAt === null) return giveUp(context, sql, subscription, undefined);
  await sql.query(
    `update payment.subscriptions set state = 'ended', ended_at = $2, next_charge_at = null, retry_at = null,
       ended_by = coalesce(ended_by, 'service'), ended_why = coalesce(ended_why, 'cancelled') where id = $1`,
    [id, at],
  );
  await dropChange(sql, id, at);
  await noteStep(sql, id, { at, who: endAskedAt === null ? 'service' : who, what: 'ended' });
  if (userId !== null)
    await context.onSubscription(sql, { what: 'ended', subscription: await lockSubscription(sql, id), userId });
}
