import { PAID } from '@bakkum/api-contract/billing/payment-states';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { booksOf, lockPerson, type PaymentContext } from './payment-context.ts';
import type { Dispute } from './provider.ts';
import { listed, lockPayment, note, paymentsWhere } from './record.ts';
import { takeBack } from './refund.ts';

/** History steps of money taken back, as an SQL list. */
export const REVERSED_STEPS = listed(['reversed', 'dispute-lost']);

/**
 * Books money that the bank or the service took back, in any state of the payment: remaining credits are removed, spent ones are
 * owed, also after a refund, and the account is frozen. Counts once, so that an account the operator unfroze stays so.
 */
export async function bookReversal(context: PaymentContext, paymentId: string, why: 'reversed' | 'dispute-lost'): Promise<void> {
  const isNew = await context.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, paymentId);
    const { state, userId } = payment;
    if (userId !== null) await lockPerson(sql, userId);
    const before = await sql.query(`select from payment.history where payment_id = $1 and what in ${REVERSED_STEPS}`, [
      paymentId,
    ]);
    if (before.length > 0) return false;
    if (PAID.includes(state)) {
      await takeBack(context, sql, payment, { owing: true, freeze: true });
      await sql.query("update payment.payments set state = 'reversed', checked_at = $2 where id = $1", [
        paymentId,
        context.now(),
      ]);
    }
    const ledger = booksOf(context, sql);
    if (userId !== null && !(await ledger.balance(userId)).frozen) await ledger.setFrozen(userId, true);
    await note(sql, paymentId, { at: context.now(), who: 'service', what: why });
    return true;
  });
  if (isNew) context.onProblem({ what: 'payment-reversed', paymentId });
}

/** Freezes the account while a dispute is open. A dispute that is won lifts its freeze; one that is lost takes the money back. */
export async function bookDispute(
  context: PaymentContext,
  { id, captureIds, state, outcome }: Dispute,
): Promise<'done' | 'unknown'> {
  const payments = await paymentsWhere(context.database, 'where provider = $1 and capture_id = any($2::text[])', [
    context.provider,
    captureIds,
  ]);
  for (const { id: paymentId } of payments) {
    await openDispute(context, id, paymentId);
    if (state === 'won') await winDispute(context, id, paymentId, 'service');
    if (state === 'lost') await loseDispute(context, id, paymentId);
    if (state === 'unclear') context.onProblem({ what: 'dispute-unclear', paymentId, detail: { dispute: id, outcome } });
  }
  return payments.length > 0 ? 'done' : 'unknown';
}

/** Records how a dispute ended, on the operator's word where the service does not report it. Returns whether it was open. */
export async function closeDispute(context: PaymentContext, id: string, how: 'won' | 'lost'): Promise<boolean> {
  const open = "select payment_id from payment.disputes where provider = $1 and id = $2 and state = 'open'";
  const [row] = await context.database.query(open, [context.provider, id]);
  if (!row) return false;
  const paymentId = z.string().parse(row['payment_id']);
  await (how === 'won' ? winDispute(context, id, paymentId, 'operator') : loseDispute(context, id, paymentId));
  return true;
}

async function openDispute(context: PaymentContext, id: string, paymentId: string): Promise<void> {
  const isNew = await context.database.transaction(async (sql) => {
    const { userId } = await lockPayment(sql, paymentId);
    if (userId !== null) await lockPerson(sql, userId);
    const at = context.now();
    // The dispute and the account store the same time, which shows who froze the account last.
    const ledger = booksOf({ ...context, now: () => at }, sql);
    const froze = userId !== null && !(await ledger.balance(userId)).frozen;
    const rows = await sql.query(
      `insert into payment.disputes (provider, id, payment_id, state, froze, opened_at) values ($1, $2, $3, 'open', $4, $5)
       on conflict do nothing returning id`,
      [context.provider, id, paymentId, froze, at],
    );
    if (rows.length === 0) return false;
    if (froze) await ledger.setFrozen(userId, true);
    await note(sql, paymentId, { at, who: 'service', what: 'dispute-opened', detail: { dispute: id } });
    return true;
  });
  if (isNew) context.onProblem({ what: 'dispute-opened', paymentId, detail: { dispute: id } });
}

async function winDispute(context: PaymentContext, id: string, paymentId: string, who: 'service' | 'operator'): Promise<void> {
  const before = await context.database.transaction(async (sql) => {
    const { userId } = await lockPayment(sql, paymentId);
    // Without the lock, two disputes won at the same time would each find the other still open.
    if (userId !== null) await lockPerson(sql, userId);
    const [row] = await sql.query('select state from payment.disputes where provider = $1 and id = $2', [context.provider, id]);
    if (row?.['state'] !== 'open') return row?.['state'];
    await sql.query("update payment.disputes set state = 'won', closed_at = $3 where provider = $1 and id = $2", [
      context.provider,
      id,
      context.now(),
    ]);
    if (userId !== null && (await mayThaw(sql, userId))) await booksOf(context, sql).setFrozen(userId, false);
    await note(sql, paymentId, { at: context.now(), who, what: 'dispute-won', detail: { dispute: id } });
    return 'open';
  });
  // An appeal: the operator decides whether to restore the credits.
  if (before === 'lost') context.onProblem({ what: 'dispute-won-after-all', paymentId, detail: { dispute: id } });
}

/**
 * Returns whether an account may be unfrozen: a dispute froze it, and nobody has since; all disputes of the user are won,
 * including those of payments refunded meanwhile; and no money was ever taken back. A later refund may hide that in the state, so
 * it is read from the history.
 */
async function mayThaw(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql.query(
    `with own as (select id from payment.payments where user_id = $1)
     select exists (
         select from payment.disputes d, credits.accounts a
         where d.payment_id in (select id from own) and d.froze and a.user_id = $1 and a.frozen_at = d.opened_at
       )
       and not exists (select from payment.disputes where payment_id in (select id from own) and state <> 'won')
       and not exists (select from payment.history where payment_id in (select id from own) and what in ${REVERSED_STEPS}) as thaws`,
    [userId],
  );
  return row?.['thaws'] === true;
}

async function loseDispute(context: PaymentContext, id: string, paymentId: string): Promise<void> {
  await context.database.query(
    "update payment.disputes set state = 'lost', closed_at = $3 where provider = $1 and id = $2 and state <> 'lost'",
    [context.provider, id, context.now()],
  );
  await bookReversal(context, paymentId, 'dispute-lost');
}
