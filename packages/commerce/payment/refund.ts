import { randomUUID } from 'node:crypto';
import { OPEN_REFUND_STATES, PAID, REFUND_IN_PROGRESS, REFUND_STATES } from '@bakkum/api-contract/billing/payment-states';
import { isPackId, REFUND_DAYS } from '@bakkum/api-contract/billing/plans';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { hadMoneyBack, lockPayer } from './buyer-traces.ts';
import { faultCode } from './fault.ts';
import { booksOf, moneyOfPayment, type PaymentContext, settlementOf } from './payment-context.ts';
import type { Refunded } from './provider.ts';
import { type Actor, creditsRef, listed, lockPayment, note, type Payment, paymentsWhere } from './record.ts';
import { askEnd } from './subscriptions/ask-end.ts';
import { isReplaced, lockReplaced, undoUpgrade } from './upgrade.ts';

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
const LIVE = listed(OPEN_REFUND_STATES);
const CAPTURE_IN_PROGRESS = listed(REFUND_IN_PROGRESS);

/** Refund options of a payment: immediate, on request to the operator, or none. */
export type RefundWay = 'at-once' | 'ask' | 'none';

const refundRow = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.number(),
    currency: z.string(),
    source: z.enum(['buyer', 'operator', 'service', 'mismatch']),
    state: z.enum(REFUND_STATES),
    refund_id: z.string().nullable(),
    asked_at: z.date(),
    ended_at: z.date().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    money: { minor: row.amount, currency: row.currency },
    source: row.source,
    state: row.state,
    refundId: row.refund_id,
    askedAt: row.asked_at,
    endedAt: row.ended_at,
  }));
export type Refund = z.infer<typeof refundRow>;

export async function refundsWhere(sql: Sql, condition: string, values: readonly unknown[]): Promise<readonly Refund[]> {
  return z.array(refundRow).parse(await sql.query(`select * from payment.refunds ${condition}`, values));
}

/** Returns the refund option the terms give a payment now. */
export async function refundWay(context: PaymentContext, sql: Sql, payment: Payment): Promise<RefundWay> {
  const { state, capturedAt, userId, id } = payment;
  if (state !== 'captured' || !capturedAt || !userId || payment.provider !== context.provider) return 'none';
  if (context.now().getTime() >= capturedAt.getTime() + REFUND_DAYS * DAY_MS) return 'none';
  const earlier = await refundsWhere(
    sql,
    `where state in ${LIVE} and (payment_id = $2 or source = 'buyer' and payment_id in (select id from payment.payments where user_id = $1))`,
    [userId, id],
  );
  if (earlier.length > 0 || (await isReplaced(sql, id))) return 'none';
  // A pack is refunded only in full.
  if (isPackId(payment.product) && (await usedCredits(context, sql, payment)).used > 0) return 'none';
  return (await isSimple(context, sql, payment)) ? 'at-once' : 'ask';
}

/** Returns how many credits of the latest cycle were spent or reserved. */
async function usedCredits(context: PaymentContext, sql: Sql, payment: Payment) {
  const latest = (await booksOf(context, sql).usage(creditsRef(payment))).at(-1);
  return { used: latest ? latest.spent + latest.held : 0, amount: latest?.amount ?? 0 };
}

const yes = z.object({ yes: z.boolean() });

/**
 * Returns whether no review is needed: little was spent, and nothing where the service does not identify the payer, who could come
 * back with another email address; no later payment continues the plan, no dispute is open, nothing was refunded partially, and the
 * buyer had no money back before, from this account or a deleted one.
 */
async function isSimple(context: PaymentContext, sql: Sql, payment: Payment): Promise<boolean> {
  const { used, amount } = await usedCredits(context, sql, payment);
  if (used > 0 && (used * 2 >= amount || payment.payerId === null)) return false;
  const [row] = await sql.query(
    `select exists (
       select from payment.periods later join payment.payments p on p.id = later.payment_id, payment.periods own
       where own.payment_id = $1 and p.user_id = $2 and later.revoked_at is null and later.starts_at >= own.ends_at
     ) or exists (
       select from payment.disputes d where d.payment_id = $1 and d.state = 'open'
     ) or exists (
       select from payment.part_refunds where payment_id = $1
     ) as yes`,
    [payment.id, payment.userId],
  );
  return !yes.parse(row).yes && !(await hadMoneyBack(sql, payment, context.traces));
}

export type RefundAsked = { readonly outcome: 'none' } | { readonly outcome: 'asked' | 'requested'; readonly refundId: string };

/**
 * Refunds a payment on the buyer's request, within seven days and once per account. Credits are removed before the money is
 * returned, so that both cannot be spent.
 */
export async function askRefund(context: PaymentContext, userId: string, paymentId: string): Promise<RefundAsked> {
  const asked = await context.database.transaction(async (sql): Promise<RefundAsked> => {
    const payment = await ownPayment(sql, userId, paymentId);
    if (!payment) return { outcome: 'none' };
    await lockReplaced(sql, payment.id);
    // Another account of this buyer may ask at the same moment.
    await lockPayer(sql, payment);
    // Locks the credits, so that nothing is spent between the check and the removal.
    await booksOf(context, sql).balance(userId);
    const way = await refundWay(context, sql, payment);
    if (way === 'none') return { outcome: 'none' };
    const outcome = way === 'ask' ? 'asked' : 'requested';
    return { outcome, refundId: await write(context, sql, payment, { source: 'buyer', state: outcome, who: 'buyer' }) };
  });
  if (asked.outcome === 'requested') await performRefund(context, asked.refundId);
  if (asked.outcome === 'asked') context.onProblem({ what: 'refund-asked', paymentId });
  return asked;
}

async function ownPayment(sql: Sql, userId: string, paymentId: string): Promise<Payment | undefined> {
  const [found] = await paymentsWhere(sql, 'where id = $1 and user_id = $2', [paymentId, userId]);
  if (!found) return undefined;
  const payment = await lockPayment(sql, paymentId);
  return payment.userId === userId ? payment : undefined;
}

type Written = { readonly source: Refund['source']; readonly state: 'asked' | 'requested'; readonly who: Actor };

async function write(context: PaymentContext, sql: Sql, payment: Payment, { source, state, who }: Written): Promise<string> {
  const id = randomUUID();
  const at = context.now();
  const { minor, currency } = payment.money;
  const left = minor - (await partialRefundTotal(sql, payment.id));
  await sql.query(
    'insert into payment.refunds (id, payment_id, amount, currency, source, state, asked_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, payment.id, left, currency, source, state, at],
  );
  await note(sql, payment.id, { at, who, what: `refund-${state}`, detail: { refund: id } });
  if (state === 'requested') await takeBack(context, sql, payment, { owing: false, freeze: false });
  return id;
}

const backRow = z.object({ total: z.number() });

/** Returns the total of partial refunds, in the smallest unit. */
export async function partialRefundTotal(sql: Sql, paymentId: string): Promise<number> {
  const statement = 'select coalesce(max(total), 0)::bigint as total from payment.part_refunds where payment_id = $1';
  const [row] = await sql.query(statement, [paymentId]);
  return backRow.parse(row).total;
}

/** Removes the remaining credits and ends the paid period. */
export async function takeBack(
  context: PaymentContext,
  sql: Sql,
  payment: Payment,
  how: { readonly owing: boolean; readonly freeze: boolean },
): Promise<'done' | 'known'> {
  await lockReplaced(sql, payment.id);
  const outcome = await booksOf(context, sql).revoke({ ref: creditsRef(payment), ...how });
  if (outcome === 'unknown') throw new Error(`payment ${payment.id} has no credits to take back`);
  await sql.query('update payment.periods set revoked_at = coalesce(revoked_at, $2) where payment_id = $1', [
    payment.id,
    context.now(),
  ]);
  await undoUpgrade(context, sql, payment.id);
  await endItsSubscription(context, sql, payment);
  return outcome;
}

/** Ends the subscription if its latest cycle was refunded, so that the buyer is not charged for the next one. */
async function endItsSubscription(context: PaymentContext, sql: Sql, { id, subscriptionId }: Payment): Promise<void> {
  if (subscriptionId === null) return;
  const [latest] = await paymentsWhere(
    sql,
    `where subscription_id = $1 and state in ${listed(PAID)} order by captured_at desc, created_at desc limit 1`,
    [subscriptionId],
  );
  if (latest?.id === id) await askEnd(context, sql, subscriptionId, { who: 'site', why: 'refunded' });
}

/**
 * Why the operator cannot refund. `elsewhere`: the payment used another service than the configured one. `replaced`: its value was
 * deducted from an upgrade, which has to be refunded first.
 */
export type NoRefund = 'not-captured' | 'refunded' | 'elsewhere' | 'replaced';

/**
 * Refunds a payment on the operator's decision, at any time, requested or not. Returns the refund or the reason why there is
 * none.
 */
export async function refundByOperator(context: PaymentContext, paymentId: string): Promise<Refund | NoRefund> {
  const id = await context.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, paymentId);
    if (payment.provider !== context.provider) return 'elsewhere';
    if (await isReplaced(sql, paymentId)) return 'replaced';
    const [known] = await refundsWhere(sql, `where payment_id = $1 and state in ${LIVE}`, [paymentId]);
    if (known?.state === 'completed') return 'refunded';
    // The bank was faster than the operator: the money is already gone.
    if (known?.state === 'asked' && payment.state !== 'captured') return 'not-captured';
    if (known?.state === 'asked') {
      const left = payment.money.minor - (await partialRefundTotal(sql, paymentId));
      await sql.query("update payment.refunds set state = 'requested', amount = $2 where id = $1", [known.id, left]);
      await note(sql, paymentId, { at: context.now(), who: 'operator', what: 'refund-requested', detail: { refund: known.id } });
      await takeBack(context, sql, payment, { owing: false, freeze: false });
    }
    if (known) return { id: known.id };
    if (payment.state !== 'captured') return 'not-captured';
    return { id: await write(context, sql, payment, { source: 'operator', state: 'requested', who: 'operator' }) };
  });
  if (typeof id === 'string') return id;
  await performRefund(context, id.id);
  const [refund] = await refundsWhere(context.database, 'where id = $1', [id.id]);
  if (!refund) throw new Error(`no refund ${id.id}`);
  return refund;
}

/** Refuses a requested refund. Returns whether there was one. */
export async function refuseRefund(context: PaymentContext, paymentId: string): Promise<boolean> {
  return context.database.transaction(async (sql) => {
    await lockPayment(sql, paymentId);
    const at = context.now();
    const rows = await sql.query(
      "update payment.refunds set state = 'refused', ended_at = $2 where payment_id = $1 and state = 'asked' returning id",
      [paymentId, at],
    );
    if (rows.length > 0) await note(sql, paymentId, { at, who: 'operator', what: 'refund-refused' });
    return rows.length > 0;
  });
}

/** Performs an approved refund as far as possible. The service counts the same refund id once. */
export async function performRefund(context: PaymentContext, refundId: string): Promise<void> {
  const claimed = await claim(context, refundId);
  if (!claimed) return;
  const { refund, payment } = claimed;
  try {
    const service = moneyOfPayment(context, payment);
    const known = refund.refundId === null ? undefined : await service.readRefund(refund.refundId);
    const answer = known ?? (await service.refund(payment.captureId ?? '', refund.id, refund.money));
    await settle(context, refund, payment, answer);
  } catch (error) {
    await afterFault(context, refund, payment, error);
  }
}

async function claim({ database, now }: PaymentContext, id: string) {
  const at = now();
  const [refund] = await database.transaction(async (sql) => {
    const rows = await refundsWhere(
      sql,
      `where id = $1 and state in ${CAPTURE_IN_PROGRESS} and (leased_until is null or leased_until <= $2) for update`,
      [id, at],
    );
    const until = new Date(at.getTime() + LEASE_MS);
    await sql.query('update payment.refunds set leased_until = $2 where id = any($1::uuid[])', [
      rows.map((row) => row.id),
      until,
    ]);
    return rows;
  });
  const [payment] = refund ? await paymentsWhere(database, 'where id = $1', [refund.paymentId]) : [];
  return refund && payment ? { refund, payment } : undefined;
}

async function afterFault(context: PaymentContext, refund: Refund, payment: Payment, error: unknown): Promise<void> {
  const fault = faultCode(error);
  context.onProblem({ what: 'refund-not-made', paymentId: payment.id, detail: { fault, error: String(error) } });
  if (fault === 'done-before') {
    const capture = await moneyOfPayment(context, payment)
      .readCapture(payment.captureId ?? '')
      .catch((later: unknown) => void faultCode(later));
    if (capture?.state === 'gone-back') return settle(context, refund, payment, { id: `of-${capture.id}`, state: 'completed' });
  }
  const isOver = fault === 'rejected' || fault === 'gone';
  return isOver ? settle(context, refund, payment, { id: '', state: 'failed' }) : context.database.transaction(release(refund));
}

function release({ id }: Refund) {
  return async (sql: Sql): Promise<void> => {
    await sql.query('update payment.refunds set leased_until = null where id = $1', [id]);
  };
}

async function settle(context: PaymentContext, refund: Refund, { id }: Payment, answer: Refunded): Promise<void> {
  await context.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, id);
    const at = context.now();
    const endedAt = answer.state === 'pending' ? null : at;
    const rows = await sql.query(
      `update payment.refunds set state = $2, refund_id = coalesce($3, refund_id), ended_at = $4, leased_until = null,
         problem = case when $2 = 'failed' then 'refused by the service' end
       where id = $1 and state in ${CAPTURE_IN_PROGRESS} and state <> $2 returning id`,
      [refund.id, answer.state, answer.id || null, endedAt],
    );
    if (rows.length === 0) return release(refund)(sql);
    await note(sql, id, { at, who: 'service', what: `refund-${answer.state}`, detail: { refund: answer.id } });
    if (answer.state === 'completed' && refund.source !== 'mismatch') await close(context, sql, payment, at);
  });
}

/** Closes a refunded payment and notifies the buyer. */
async function close(context: PaymentContext, sql: Sql, payment: Payment, at: Date): Promise<void> {
  if (payment.state !== 'captured') return;
  await takeBack(context, sql, payment, { owing: false, freeze: false });
  await sql.query("update payment.payments set state = 'refunded', checked_at = $2 where id = $1", [payment.id, at]);
  if (payment.userId === null) return;
  const period = { startsAt: payment.capturedAt ?? at, endsAt: at };
  await context.onRefunded(sql, settlementOf(payment, payment.userId, at, period));
}

/** Books a refund we did not request, such as one the operator made on the service's own page. Returns whether it is new. */
export async function bookForeignRefund(context: PaymentContext, paymentId: string): Promise<boolean> {
  return context.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, paymentId);
    if (payment.state !== 'captured') return false;
    const [own] = await refundsWhere(sql, `where payment_id = $1 and state in ${LIVE} for update`, [paymentId]);
    const at = context.now();
    // Our own refund, whose response was lost.
    if (own) await sql.query("update payment.refunds set state = 'completed', ended_at = $2 where id = $1", [own.id, at]);
    else {
      await sql.query(
        `insert into payment.refunds (id, payment_id, amount, currency, source, state, asked_at, ended_at)
         values ($1, $2, $3, $4, 'service', 'completed', $5, $5)`,
        [randomUUID(), paymentId, payment.money.minor - (await partialRefundTotal(sql, paymentId)), payment.money.currency, at],
      );
    }
    await note(sql, paymentId, { at, who: 'service', what: 'refund-completed', detail: { own: own?.id } });
    await close(context, sql, payment, at);
    return own === undefined;
  });
}
