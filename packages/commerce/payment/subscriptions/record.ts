import { SOLD_PLANS, type SoldPlan } from '@bakkum/api-contract/billing/payments';
import { CHARGING, END_REASONS, OPEN_SUBSCRIPTION, SUBSCRIPTION_STATES } from '@bakkum/api-contract/billing/subscriptions';
import { storableJson } from '@bakkum/api-contract/text';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { type Actor, cycle, listed } from '../record.ts';
import type { Terms } from '../terms.ts';

const row = z
  .object({
    id: z.string(),
    user_id: z.string().nullable(),
    plan: z.enum(SOLD_PLANS),
    plan_ref: z.string(),
    amount: z.number(),
    currency: z.string(),
    credits: z.number(),
    cycle,
    days: z.number(),
    tax_basis_points: z.number().nullable(),
    tax_name: z.string().nullable(),
    locale: z.enum(['en', 'ko']),
    provider: z.string(),
    state: z.enum(SUBSCRIPTION_STATES),
    service_id: z.string().nullable(),
    approve_url: z.string().nullable(),
    payer_id: z.string().nullable(),
    first_charge_at: z.date().nullable(),
    next_charge_at: z.date().nullable(),
    failing_since: z.date().nullable(),
    retry_at: z.date().nullable(),
    end_asked_at: z.date().nullable(),
    ended_by: z.enum(['buyer', 'operator', 'service', 'site']).nullable(),
    ended_why: z.enum(END_REASONS).nullable(),
    ended_at: z.date().nullable(),
    created_at: z.date(),
    activated_at: z.date().nullable(),
    checked_at: z.date(),
  })
  .transform((values) => ({
    id: values.id,
    userId: values.user_id,
    plan: values.plan,
    planRef: values.plan_ref,
    money: { minor: values.amount, currency: values.currency },
    credits: values.credits,
    cycle: values.cycle,
    days: values.days,
    tax: values.tax_basis_points === null ? null : { basisPoints: values.tax_basis_points, name: values.tax_name ?? '' },
    locale: values.locale,
    provider: values.provider,
    state: values.state,
    serviceId: values.service_id,
    approveUrl: values.approve_url,
    payerId: values.payer_id,
    firstChargeAt: values.first_charge_at,
    nextChargeAt: values.next_charge_at,
    failingSince: values.failing_since,
    retryAt: values.retry_at,
    endAskedAt: values.end_asked_at,
    endedBy: values.ended_by,
    endedWhy: values.ended_why,
    endedAt: values.ended_at,
    createdAt: values.created_at,
    activatedAt: values.activated_at,
    checkedAt: values.checked_at,
  }));
export type Subscription = z.infer<typeof row>;

const changeRow = z
  .object({
    id: z.string(),
    plan: z.enum(SOLD_PLANS),
    plan_ref: z.string(),
    amount: z.number(),
    credits: z.number(),
    cycle,
    days: z.number(),
    asked_at: z.date(),
    applied_at: z.date().nullable(),
  })
  .transform(({ plan_ref: planRef, asked_at: askedAt, applied_at: appliedAt, ...values }) => ({
    ...values,
    planRef,
    askedAt,
    appliedAt,
  }));
type PlanChange = z.infer<typeof changeRow>;

export const OPEN_STATES = listed(OPEN_SUBSCRIPTION);
export const CHARGING_STATES = listed(CHARGING);

export async function subscriptionsWhere(
  sql: Sql,
  condition: string,
  values: readonly unknown[],
): Promise<readonly Subscription[]> {
  return z.array(row).parse(await sql.query(`select * from payment.subscriptions ${condition}`, values));
}

/** Reads and locks a subscription until the transaction ends. Locked before its payments, the user and the credits. */
export async function lockSubscription(sql: Sql, id: string): Promise<Subscription> {
  const [found] = await subscriptionsWhere(sql, 'where id = $1 for update', [id]);
  if (!found) throw new Error(`no subscription ${id}`);
  return found;
}

/** Returns a user's subscription at a service that charges or waits for approval. */
export async function openSubscription(sql: Sql, userId: string, provider: string): Promise<Subscription | undefined> {
  const condition = `where user_id = $1 and provider = $2 and state in ${OPEN_STATES}`;
  const [found] = await subscriptionsWhere(sql, condition, [userId, provider]);
  return found;
}

/** Returns a user's subscription that will charge again. */
export async function chargingSubscription(sql: Sql, userId: string): Promise<Subscription | undefined> {
  const [found] = await subscriptionsWhere(
    sql,
    `where user_id = $1 and state in ${CHARGING_STATES} and end_asked_at is null order by activated_at`,
    [userId],
  );
  return found;
}

/** Returns the changes of plan of a subscription, the latest first. */
export async function changesOf(sql: Sql, subscriptionId: string): Promise<readonly PlanChange[]> {
  const statement = 'select * from payment.subscription_changes where subscription_id = $1 order by asked_at desc';
  return z.array(changeRow).parse(await sql.query(statement, [subscriptionId]));
}

/** Drops the change of plan that waits for approval, if there is one. */
export async function dropChange(sql: Sql, subscriptionId: string, at: Date): Promise<void> {
  await sql.query(
    'update payment.subscription_changes set dropped_at = $2 where subscription_id = $1 and applied_at is null and dropped_at is null',
    [subscriptionId, at],
  );
}

/** Gives up a subscription that was not approved. The caller holds its lock. */
export async function expireSubscription(sql: Sql, id: string, step: { readonly at: Date; readonly who: Actor }): Promise<void> {
  await sql.query("update payment.subscriptions set state = 'expired' where id = $1", [id]);
  await noteStep(sql, id, { ...step, what: 'expired' });
}

/** Returns the number by which buyer and operator refer to a subscription. */
export function numberOf(subscriptionId: string): string {
  return `SUB-${subscriptionId}`;
}

/** Records a step in the history of a subscription. Contains no personal data except the service's ids. */
export async function noteStep(
  sql: Sql,
  subscriptionId: string,
  step: { readonly at: Date; readonly who: Actor; readonly what: string; readonly detail?: object },
): Promise<void> {
  await sql.query(
    'insert into payment.subscription_history (subscription_id, at, who, what, detail) values ($1, $2, $3, $4, $5)',
    [subscriptionId, step.at, step.who, step.what, storableJson(step.detail ?? {})],
  );
}

/** What one cycle costs and gives. */
export type CycleTerms = Terms & { readonly plan: SoldPlan };
