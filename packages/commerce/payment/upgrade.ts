/** Replaces a running plan with a longer one and deducts its unused value (docs/decisions/065-packs-and-upgrades.md). */
import { OPEN_REFUND_STATES } from '@bakkum/api-contract/billing/payment-states';
import type { Product } from '@bakkum/api-contract/billing/payments';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { booksOf, type PaymentContext } from './payment-context.ts';
import { creditsRef, listed, lockPayment, note, type Payment, paymentsWhere } from './record.ts';
import { askEnd } from './subscriptions/ask-end.ts';

const DAY_MS = 86_400_000;

/** The unused value of a running plan, with the numbers it is computed from. */
export type Deduction = {
  readonly replaced: Payment;
  /** In the smallest unit. */
  readonly minor: number;
  readonly daysLeft: number;
  readonly days: number;
  readonly creditsLeft: number;
  readonly credits: number;
  /** When the remaining credits of the replaced plan expire. */
  readonly creditsUntil: Date;
};

/** Returns the price of a part of the whole, rounded down. Uses integers only, because money is never a fraction. */
export function shareOf(minor: number, { part, whole }: { readonly part: number; readonly whole: number }): number {
  return Math.floor((minor * part) / whole);
}

const period = z.object({ payment_id: z.string(), starts_at: z.date(), ends_at: z.date() });

/**
 * Returns the current deduction of an upgrade; undefined if none is possible. Only the monthly plan can be replaced, by the annual one,
 * and only if the user has no other paid time and the payment is neither disputed nor being refunded.
 */
export async function deductionFor(
  context: PaymentContext,
  sql: Sql,
  userId: string,
  product: Product,
): Promise<Deduction | undefined> {
  if (product !== 'annual') return undefined;
  const replaced = await replaceable(context, sql, userId);
  if (!replaced) return undefined;
  const cycles = await booksOf(context, sql).usage(creditsRef(replaced.payment));
  const [cycle] = cycles.slice(-1);
  const { credits, days, money } = replaced.payment;
  const now = context.now().getTime();
  const daysLeft = Math.min(days, Math.ceil((replaced.endsAt.getTime() - now) / DAY_MS));
  const creditsLeft = cycle ? cycle.remaining : credits;
  const minor = Math.min(
    shareOf(money.minor, { part: daysLeft, whole: days }),
    shareOf(money.minor, { part: creditsLeft, whole: credits }),
  );
  const creditsUntil = cycle?.expiresAt ?? replaced.endsAt;
  return minor > 0 ? { replaced: replaced.payment, minor, daysLeft, days, creditsLeft, credits, creditsUntil } : undefined;
}

/** Returns the payment for a user's only paid time, if that time has started and the payment has no open refund or dispute. */
async function replaceable({ provider, now }: PaymentContext, sql: Sql, userId: string) {
  const at = now();
  const rows = await sql.query(
    `select t.payment_id, t.starts_at, t.ends_at from payment.periods t join payment.payments p on p.id = t.payment_id
     where p.user_id = $1 and t.revoked_at is null and t.ends_at > $2`,
    [userId, at],
  );
  const [own, ...others] = z.array(period).parse(rows);
  if (!own || others.length > 0 || own.starts_at > at) return undefined;
  const [payment] = await paymentsWhere(
    sql,
    `where id = $1 and provider = $2 and plan = 'monthly' and state = 'captured'
       and not exists (select from payment.refunds r where r.payment_id = payments.id and r.state in ${listed(OPEN_REFUND_STATES)})
       and not exists (select from payment.part_refunds r where r.payment_id = payments.id)
       and not exists (select from payment.disputes d where d.payment_id = payments.id and d.state <> 'won')`,
    [own.payment_id, provider],
  );
  return payment && { payment, endsAt: own.ends_at };
}

/** Stores the deduction of a new payment, so that it can be checked when the money arrives. */
export async function recordDeduction(sql: Sql, paymentId: string, deduction: Deduction): Promise<void> {
  const { replaced, minor, daysLeft, days, creditsLeft, credits } = deduction;
  await sql.query(
    `insert into payment.upgrades (payment_id, replaced_id, deducted, days_left, days, credits_left, credits)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [paymentId, replaced.id, minor, daysLeft, days, creditsLeft, credits],
  );
}

const upgradeRow = z.object({ replaced_id: z.string() });

/** Returns the id of the payment that this payment replaces. */
async function replacedBy(sql: Sql, paymentId: string, condition: string): Promise<string | undefined> {
  const statement = `select replaced_id from payment.upgrades where payment_id = $1 and ${condition}`;
  const [row] = await sql.query(statement, [paymentId]);
  return row && upgradeRow.parse(row).replaced_id;
}

export type Applied = 'none' | 'replaced' | 'not-possible';

/**
 * Ends the plan that a captured payment replaces. `not-possible`: since the order, the plan has ended, been refunded or been disputed,
 * so its value cannot be deducted. The caller holds the locks of the payment and the user.
 */
export async function applyUpgrade(context: PaymentContext, sql: Sql, payment: Payment, userId: string): Promise<Applied> {
  const replacedId = await replacedBy(sql, payment.id, 'applied_at is null');
  if (replacedId === undefined) return 'none';
  const replaced = await lockPayment(sql, replacedId);
  const still = await replaceable(context, sql, userId);
  if (still?.payment.id !== replacedId) return 'not-possible';
  const outcome = await booksOf(context, sql).supersede(creditsRef(replaced));
  if (outcome !== 'done') throw new Error(`the plan of payment ${replacedId} is ${outcome}`);
  const at = context.now();
  await sql.query('update payment.periods set revoked_at = $2 where payment_id = $1', [replacedId, at]);
  await sql.query('update payment.upgrades set applied_at = $2 where payment_id = $1', [payment.id, at]);
  await note(sql, replacedId, { at, who: 'site', what: 'replaced', detail: { by: payment.id } });
  if (replaced.subscriptionId !== null) await askEnd(context, sql, replaced.subscriptionId, { who: 'site', why: 'replaced' });
  return 'replaced';
}

/** Locks the payment that an upgrade will replace, before the user. */
export async function lockToReplace(sql: Sql, paymentId: string): Promise<void> {
  const replacedId = await replacedBy(sql, paymentId, 'applied_at is null');
  if (replacedId !== undefined) await lockPayment(sql, replacedId);
}

/** Locks the payment that an upgrade replaced. Payments are always locked before credits, to prevent deadlocks. */
export async function lockReplaced(sql: Sql, paymentId: string): Promise<void> {
  const replacedId = await replacedBy(sql, paymentId, 'applied_at is not null and undone_at is null');
  if (replacedId !== undefined) await lockPayment(sql, replacedId);
}

/** Resumes the replaced plan after the payment that replaced it was taken back. */
export async function undoUpgrade(context: PaymentContext, sql: Sql, paymentId: string): Promise<void> {
  const replacedId = await replacedBy(sql, paymentId, 'applied_at is not null and undone_at is null');
  if (replacedId === undefined) return;
  const replaced = await lockPayment(sql, replacedId);
  const at = context.now();
  await sql.query('update payment.upgrades set undone_at = $2 where payment_id = $1', [paymentId, at]);
  if (replaced.state !== 'captured') return;
  await booksOf(context, sql).resume(creditsRef(replaced));
  await sql.query('update payment.periods set revoked_at = null where payment_id = $1', [replacedId]);
  await note(sql, replacedId, { at, who: 'site', what: 'resumed', detail: { after: paymentId } });
}

/** Returns whether an active upgrade replaced a payment, which uses up its value. */
export async function isReplaced(sql: Sql, paymentId: string): Promise<boolean> {
  const rows = await sql.query(
    'select from payment.upgrades where replaced_id = $1 and applied_at is not null and undone_at is null',
    [paymentId],
  );
  return rows.length > 0;
}

const deductedRow = z.object({ payment_id: z.string(), deducted: z.number() });

/** Returns the deductions of payments by payment id, in the smallest unit. */
export async function deductionsOf(sql: Sql, paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query('select payment_id, deducted from payment.upgrades where payment_id = any($1::uuid[])', [
    paymentIds,
  ]);
  return new Map(
    z
      .array(deductedRow)
      .parse(rows)
      .map(({ payment_id: id, deducted }) => [id, deducted]),
  );
}
