/** Reports for the operator: revenue by service, currency and product, accounts to review, and evidence for a dispute. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { REVERSED_STEPS } from './dispute.ts';
import type { Money } from './provider.ts';
import { invoiceOf, type Payment } from './record.ts';
import { refundsWhere } from './refund.ts';
import { historyOf, paymentById, type Step } from './report.ts';
import { numberOf, type Subscription } from './subscriptions/record.ts';
import { stepsOf, subscriptionById } from './subscriptions/report.ts';

const revenueRow = z.object({
  provider: z.string(),
  currency: z.string(),
  product: z.string(),
  sold: z.number(),
  cycles: z.number(),
  captured: z.number(),
  refunded: z.number(),
  taken: z.number(),
  tax: z.number(),
});

/** Amounts in the smallest unit. `cycles`: those of `sold` that a subscription paid; `taken` by banks and lost disputes; `tax` is part of `captured`. */
export type Revenue = z.infer<typeof revenueRow>;

/** Returns what was sold and returned from `from` up to, but not including, `until`, each counted when it happened. */
export async function revenueOf(sql: Sql, from: Date, until: Date): Promise<readonly Revenue[]> {
  const rows = await sql.query(
    `with moves as (
       select id, 1 as sold, amount as captured, 0::bigint as refunded, 0::bigint as taken,
         round(amount * coalesce(tax_basis_points, 0) / (10000.0 + coalesce(tax_basis_points, 0)))::bigint as tax
         from payment.payments where captured_at >= $1 and captured_at < $2
       union all
       select r.payment_id, 0, 0, r.amount, 0, 0 from payment.refunds r join payment.payments p on p.id = r.payment_id
         where r.state = 'completed' and p.captured_at is not null and r.ended_at >= $1 and r.ended_at < $2
       union all
       select payment_id, 0, 0, part, 0, 0 from payment.part_refunds where at >= $1 and at < $2
       union all
       select p.id, 0, 0, 0, p.amount - coalesce((select max(t.total) from payment.part_refunds t where t.payment_id = p.id), 0), 0
         from payment.payments p
         where p.state = 'reversed'
         and not exists (select from payment.refunds r where r.payment_id = p.id and r.state = 'completed')
         and exists (select from payment.history h where h.payment_id = p.id and h.what in ${REVERSED_STEPS} and h.at >= $1 and h.at < $2)
     )
     select p.provider, p.currency, p.plan as product, sum(m.sold)::bigint as sold,
       coalesce(sum(m.sold) filter (where p.subscription_id is not null), 0)::bigint as cycles, sum(m.captured)::bigint as captured,
       sum(m.refunded)::bigint as refunded, sum(m.taken)::bigint as taken, sum(m.tax)::bigint as tax
     from moves m join payment.payments p on p.id = m.id group by 1, 2, 3 order by 1, 2, 3`,
    [from, until],
  );
  return z.array(revenueRow).parse(rows);
}

export const SUSPICIONS = [
  'owes-credits',
  'frozen',
  'shared-payer',
  'money-taken-back',
  'many-declines',
  'many-abandoned',
] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** Declines and abandoned orders of one account, above which it is listed. */
const MANY = { declines: 5, abandoned: 8 };
const SHOWN = 100;

const suspicionRow = z.object({ user_id: z.string(), reasons: z.array(z.enum(SUSPICIONS)) });

/**
 * Returns accounts that owe credits, are frozen, pay as another account does, had money taken back by a bank or, since `from`, were
 * declined or abandoned orders unusually often. Accounts with the most reasons come first.
 */
export async function suspiciousAccounts(
  sql: Sql,
  from: Date,
): Promise<readonly { readonly userId: string; readonly reasons: readonly Suspicion[] }[]> {
  const rows = await sql.query(
    `select user_id, array_agg(distinct reason order by reason) as reasons from (
       select user_id, 'owes-credits' as reason from credits.accounts where owed > 0
       union all
       select user_id, 'frozen' from credits.accounts where frozen_at is not null
       union all
       select p.user_id, 'shared-payer' from payment.payments p
         where exists (select from payment.payments o where o.payer_id = p.payer_id and o.user_id <> p.user_id)
       union all
       select user_id, 'money-taken-back' from payment.payments where state = 'reversed'
       union all
       select user_id, 'many-declines' from payment.payments where created_at >= $1 group by user_id having sum(refusals) >= $2
       union all
       select user_id, 'many-abandoned' from payment.payments
         where created_at >= $1 and state = 'expired' group by user_id having count(*) >= $3
     ) found where user_id is not null group by user_id order by count(distinct reason) desc, user_id limit $4`,
    [from, MANY.declines, MANY.abandoned, SHOWN],
  );
  return z
    .array(suspicionRow)
    .parse(rows)
    .map(({ user_id: userId, reasons }) => ({ userId, reasons }));
}

const disputeRow = z.object({ id: z.string(), state: z.string(), opened_at: z.date(), closed_at: z.date().nullable() });
const messageRow = z.object({ type: z.string(), received_at: z.date(), state: z.string() });

/** Everything stored about a payment that helps to answer a dispute. Contains ids of the service, and nothing else about the payer. */
export type Evidence = {
  readonly payment: Payment;
  readonly number: string;
  readonly steps: readonly Step[];
  readonly refunds: readonly { readonly money: Money; readonly source: string; readonly state: string; readonly at: Date }[];
  readonly disputes: readonly {
    readonly id: string;
    readonly state: string;
    readonly openedAt: Date;
    readonly closedAt: Date | null;
  }[];
  /** The subscription whose cycle it pays, with the number of cycles paid so far and every step. */
  readonly subscription?: {
    readonly number: string;
    readonly serviceId: string | null;
    readonly state: string;
    readonly agreedAt: Date | null;
    readonly cycles: number;
    readonly steps: readonly Step[];
  };
  /** Messages of the service about the payment or its subscription. */
  readonly messages: readonly { readonly type: string; readonly at: Date; readonly state: string }[];
};

/** Collects the evidence about a payment; undefined if there is no such payment. */
export async function evidenceOf(sql: Sql, paymentId: string): Promise<Evidence | undefined> {
  const payment = await paymentById(sql, paymentId);
  if (!payment) return undefined;
  const { provider, orderId, captureId, subscriptionId } = payment;
  const subscription = subscriptionId === null ? undefined : await subscriptionById(sql, subscriptionId);
  const disputes = await sql.query(
    'select id, state, opened_at, closed_at from payment.disputes where payment_id = $1 order by opened_at',
    [paymentId],
  );
  const messages = await sql.query(
    'select type, received_at, state from payment.events where provider = $1 and subject_id = any($2::text[]) order by received_at',
    [provider, [orderId, captureId, subscription?.serviceId ?? null].filter((id) => id !== null)],
  );
  const refunds = await refundsWhere(sql, 'where payment_id = $1 order by asked_at', [paymentId]);
  return {
    payment,
    number: invoiceOf(paymentId),
    steps: await historyOf(sql, paymentId),
    refunds: refunds.map(({ money, source, state, endedAt, askedAt }) => ({ money, source, state, at: endedAt ?? askedAt })),
    disputes: z
      .array(disputeRow)
      .parse(disputes)
      .map(({ id, state, opened_at: openedAt, closed_at: closedAt }) => ({ id, state, openedAt, closedAt })),
    ...(subscription && { subscription: await subscriptionEvidence(sql, subscription) }),
    messages: z
      .array(messageRow)
      .parse(messages)
      .map(({ type, received_at: at, state }) => ({ type, at, state })),
  };
}

const countRow = z.object({ count: z.number() });

async function subscriptionEvidence(
  sql: Sql,
  { id, serviceId, state, activatedAt }: Subscription,
): Promise<NonNullable<Evidence['subscription']>> {
  const [row] = await sql.query(
    'select count(*) as count from payment.payments where subscription_id = $1 and captured_at is not null',
    [id],
  );
  const { count: cycles } = countRow.parse(row);
  return { number: numberOf(id), serviceId, state, agreedAt: activatedAt, cycles, steps: await stepsOf(sql, id) };
}
