import {
  CAPTURE_IN_PROGRESS,
  PAID,
  type PaymentState,
  REFUND_IN_PROGRESS,
  type RefundState,
} from '@bakkum/api-contract/billing/payment-states';
import { SOLD_PLANS, type SoldPlan } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { type BuyerTraces, leaveTraces } from './buyer-traces.ts';
import { REVERSED_STEPS } from './dispute.ts';
import { periodFrom } from './offers.ts';
import type { Period } from './payment-context.ts';
import { listed, type Payment, paymentsWhere } from './record.ts';
import { type Refund, type RefundWay, refundsWhere } from './refund.ts';
import { unlinkSubscriber } from './subscriptions/ask-end.ts';
import { CHARGING_STATES } from './subscriptions/record.ts';
import { deductionsOf } from './upgrade.ts';

const violation = z.object({ what: z.string(), ref: z.string() });

/** Finds contradictions between money and credits; the list must be empty. */
export async function paymentViolations(sql: Sql): Promise<readonly { readonly what: string; readonly ref: string }[]> {
  return z.array(violation).parse(await sql.query('select what, ref from payment.violations order by 1, 2'));
}

/** A payment as shown to its buyer. */
export type OwnPayment = {
  readonly payment: Payment;
  readonly startsAt?: Date;
  readonly endsAt?: Date;
  readonly refund?: { readonly state: RefundState; readonly at: Date };
  readonly refundWay: RefundWay;
  /** Value of a replaced plan that was deducted, in the smallest unit. */
  readonly deducted?: number;
};

const period = z.object({ payment_id: z.string(), starts_at: z.date(), ends_at: z.date() });
const SHOWN = 100;

/** Returns the payments of a user that are in progress, paid or failed, newest first; not those never approved. */
export async function ownPayments(
  sql: Sql,
  userId: string,
  way: (payment: Payment) => Promise<RefundWay>,
): Promise<readonly OwnPayment[]> {
  const states = listed([...CAPTURE_IN_PROGRESS, ...PAID, 'failed']);
  const condition = `where user_id = $1 and state in ${states} order by created_at desc limit $2`;
  const payments = await paymentsWhere(sql, condition, [userId, SHOWN]);
  const ids = payments.map(({ id }) => id);
  const periods = z
    .array(period)
    .parse(
      await sql.query('select payment_id, starts_at, ends_at from payment.periods where payment_id = any($1::uuid[])', [ids]),
    );
  const refunds = await refundsWhere(sql, 'where payment_id = any($1::uuid[]) order by asked_at', [ids]);
  const deductions = await deductionsOf(sql, ids);
  const rows: OwnPayment[] = [];
  for (const payment of payments) {
    const own = periods.find(({ payment_id: id }) => id === payment.id);
    const deducted = deductions.get(payment.id);
    rows.push({
      payment,
      ...(own ? { startsAt: own.starts_at, endsAt: own.ends_at } : packTime(payment)),
      ...(deducted !== undefined && { deducted }),
      ...refundOf(refunds.findLast(({ paymentId }) => paymentId === payment.id)),
      refundWay: await way(payment),
    });
  }
  return rows;
}

/** Returns the time in which a pack can be used. Packs have no period, because they are not plans. */
function packTime({ product, capturedAt, days }: Payment): Partial<Period> {
  return isPackId(product) && capturedAt ? periodFrom(capturedAt, days) : {};
}

function refundOf(refund: Refund | undefined): Pick<OwnPayment, 'refund'> {
  return refund ? { refund: { state: refund.state, at: refund.endedAt ?? refund.askedAt } } : {};
}

const running = z.object({ plan: z.enum(SOLD_PLANS), starts_at: z.date(), ends_at: z.date() });

/** Returns the paid periods of a user that have not ended, in order. */
export async function paidPeriods(
  sql: Sql,
  userId: string,
  now: Date,
): Promise<readonly { readonly plan: SoldPlan; readonly startsAt: Date; readonly endsAt: Date }[]> {
  const rows = await sql.query(
    `select p.plan, t.starts_at, t.ends_at from payment.periods t join payment.payments p on p.id = t.payment_id
     where p.user_id = $1 and t.revoked_at is null and t.ends_at > $2 order by t.starts_at`,
    [userId, now],
  );
  return z
    .array(running)
    .parse(rows)
    .map(({ plan, starts_at: startsAt, ends_at: endsAt }) => ({ plan, startsAt, endsAt }));
}

const step = z.object({ at: z.date(), who: z.string(), what: z.string(), detail: z.record(z.string(), z.unknown()) });
export type Step = z.infer<typeof step>;

/** Returns every step of a payment, oldest first. */
export async function historyOf(sql: Sql, paymentId: string): Promise<readonly Step[]> {
  const rows = await sql.query('select at, who, what, detail from payment.history where payment_id = $1 order by id', [
    paymentId,
  ]);
  return z.array(step).parse(rows);
}

const counted = z.object({ what: z.string(), count: z.number() });
const summed = z.object({ currency: z.string(), captured: z.number(), refunded: z.number(), taken: z.number() });

const dispute = z
  .object({ id: z.string(), payment_id: z.string(), state: z.enum(['open', 'won', 'lost']), opened_at: z.date() })
  .transform(({ id, payment_id: paymentId, state, opened_at: openedAt }) => ({ id, paymentId, state, openedAt }));
type DisputeLine = z.infer<typeof dispute>;

/** Metrics of one day of payments, and everything that needs attention. */
export type DayReport = {
  readonly states: Readonly<Record<string, number>>;
  /** In the smallest unit; `taken` by banks and lost disputes. */
  readonly sums: readonly z.infer<typeof summed>[];
  readonly open: readonly Payment[];
  readonly asked: readonly Refund[];
  readonly unfinished: readonly Refund[];
  readonly mismatched: readonly Payment[];
  /** Disputes that are open now, and those that began or ended in that time. */
  readonly disputes: readonly DisputeLine[];
  /** Payments that were partially refunded in that time and whose plan continues. */
  readonly partly: readonly Payment[];
  readonly events: Readonly<Record<string, number>>;
  readonly violations: readonly { readonly what: string; readonly ref: string }[];
};

/** Reports payments begun, captured and refunded from `from` until before `until`, and those open now. */
export async function dayReport(sql: Sql, from: Date, until: Date): Promise<DayReport> {
  const states = await sql.query(
    'select state as what, count(*) as count from payment.payments where created_at >= $1 and created_at < $2 group by 1 order by 1',
    [from, until],
  );
  const sums = await sql.query(
    `select currency,
       coalesce(sum(amount) filter (where captured_at >= $1 and captured_at < $2), 0)::bigint as captured,
       (coalesce((select sum(r.amount) from payment.refunds r where r.currency = p.currency and r.state = 'completed'
         and r.ended_at >= $1 and r.ended_at < $2), 0)
       + coalesce((select sum(t.part) from payment.part_refunds t where t.currency = p.currency
         and t.at >= $1 and t.at < $2), 0))::bigint as refunded,
       coalesce((select sum(q.amount - coalesce((select max(t.total) from payment.part_refunds t where t.payment_id = q.id), 0))
         from payment.payments q where q.currency = p.currency and q.state = 'reversed'
         and not exists (select from payment.refunds r where r.payment_id = q.id and r.state = 'completed')
         and exists (select from payment.history h where h.payment_id = q.id and h.what in ${REVERSED_STEPS}
           and h.at >= $1 and h.at < $2)), 0)::bigint as taken
     from payment.payments p group by currency order by 1`,
    [from, until],
  );
  const disputes = await sql.query(
    `select id, payment_id, state, opened_at from payment.disputes
     where state = 'open' or opened_at >= $1 and opened_at < $2 or closed_at >= $1 and closed_at < $2 order by opened_at`,
    [from, until],
  );
  const events = await sql.query(
    'select state as what, count(*) as count from payment.events where received_at >= $1 and received_at < $2 group by 1 order by 1',
    [from, until],
  );
  return {
    states: countsOf(states),
    sums: z.array(summed).parse(sums),
    open: await paymentsWhere(sql, `where state in ${listed(CAPTURE_IN_PROGRESS)} order by created_at limit $1`, [SHOWN]),
    asked: await refundsWhere(sql, "where state = 'asked' order by asked_at", []),
    unfinished: await refundsWhere(sql, `where state in ${listed([...REFUND_IN_PROGRESS, 'failed'])} order by asked_at`, []),
    mismatched: await paymentsWhere(
      sql,
      "where problem = 'mismatch' and created_at >= $1 and created_at < $2 order by created_at",
      [from, until],
    ),
    partly: await paymentsWhere(
      sql,
      `where state = 'captured' and id in (select payment_id from payment.part_refunds where at >= $1 and at < $2) order by created_at`,
      [from, until],
    ),
    disputes: z.array(dispute).parse(disputes),
    events: countsOf(events),
    violations: await paymentViolations(sql),
  };
}

function countsOf(rows: readonly unknown[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    z
      .array(counted)
      .parse(rows)
      .map(({ what, count }) => [what, count]),
  );
}

/** Returns payments in one or all states for the operator, newest first. */
export async function listPayments(sql: Sql, state: PaymentState | undefined, limit = SHOWN): Promise<readonly Payment[]> {
  return state
    ? paymentsWhere(sql, 'where state = $1 order by created_at desc limit $2', [state, limit])
    : paymentsWhere(sql, 'order by created_at desc limit $1', [limit]);
}

/** Returns a payment by its id. */
export async function paymentById(sql: Sql, id: string): Promise<Payment | undefined> {
  const [found] = await paymentsWhere(sql, 'where id = $1', [id]);
  return found;
}

/**
 * Removes the link between a user and their payments. The payments stay, as tax law requires, for some time with hashes that
 * recognise the buyer; open, unpaid ones expire.
 */
export async function unlinkBuyer(sql: Sql, userId: string, now: Date, traces: BuyerTraces): Promise<void> {
  await unlinkSubscriber(sql, userId, now);
  await sql.query(
    "update payment.payments set state = 'expired', checked_at = $2 where user_id = $1 and state in ('created', 'ordered')",
    [userId, now],
  );
  await leaveTraces(sql, userId, now, traces);
  await sql.query('update payment.payments set user_id = null, payer_id = null, receipt_url = null where user_id = $1', [userId]);
}

const endingRow = z.object({ id: z.string(), user_id: z.string(), plan: z.enum(SOLD_PLANS), ends_at: z.date() });

/** Returns plans that end in that time without a later paid period or a renewal. */
export async function endingPlans(
  sql: Sql,
  now: Date,
  until: Date,
): Promise<readonly { readonly paymentId: string; readonly userId: string; readonly plan: SoldPlan; readonly endsAt: Date }[]> {
  const rows = await sql.query(
    `select p.id, p.user_id, p.plan, t.ends_at from payment.periods t join payment.payments p on p.id = t.payment_id
     where p.user_id is not null and t.revoked_at is null and t.ends_at > $1 and t.ends_at <= $2 and not exists (
       select from payment.periods later join payment.payments q on q.id = later.payment_id
       where q.user_id = p.user_id and later.revoked_at is null and later.ends_at > t.ends_at
     ) and not exists (
       select from payment.subscriptions s where s.user_id = p.user_id and s.state in ${CHARGING_STATES} and s.end_asked_at is null
     ) order by t.ends_at`,
    [now, until],
  );
  return z
    .array(endingRow)
    .parse(rows)
    .map(({ id: paymentId, user_id: userId, plan, ends_at: endsAt }) => ({ paymentId, userId, plan, endsAt }));
}

const credited = z.object({ ref: z.string(), id: z.string() });

/** Returns a user's payments by the references of their credits in the ledger. */
export async function paymentsOfCredits(sql: Sql, userId: string, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = await sql.query(
    `select provider || ':' || capture_id as ref, id from payment.payments
     where user_id = $1 and provider || ':' || capture_id = any($2::text[])`,
    [userId, refs],
  );
  return new Map(
    z
      .array(credited)
      .parse(rows)
      .map(({ ref, id }) => [ref, id]),
  );
}
