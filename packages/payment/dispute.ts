import { PAID } from '@bakkum/api-contract/payment-states';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { booksOf, lockPerson, type PaymentDesk } from './desk.ts';
import type { Dispute } from './provider.ts';
import { listed, lockPayment, note, paymentsWhere } from './record.ts';
import { takeBack } from './refund.ts';

/** Steps of the history that tell of money taken back, for conditions of statements. */
export const TAKEN_BACK = listed(['reversed', 'dispute-lost']);

/**
 * The bank or the service took the money back, whatever the payment is here: what is left of the credits goes, what was spent is
 * owed, also after a refund, and the account is frozen. Counts once, so that what the operator lifts stays so.
 */
export async function bookReversal(desk: PaymentDesk, paymentId: string, why: 'reversed' | 'dispute-lost'): Promise<void> {
  const isNew = await desk.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, paymentId);
    const { state, userId } = payment;
    if (userId !== null) await lockPerson(sql, userId);
    const before = await sql.query(`select from payment.history where payment_id = $1 and what in ${TAKEN_BACK}`, [paymentId]);
    if (before.length > 0) return false;
    if (PAID.includes(state)) {
      await takeBack(desk, sql, payment, { owing: true, freeze: true });
      await sql.query("update payment.payments set state = 'reversed', checked_at = $2 where id = $1", [paymentId, desk.now()]);
    }
    const ledger = booksOf(desk, sql);
    if (userId !== null && !(await ledger.balance(userId)).frozen) await ledger.setFrozen(userId, true);
    await note(sql, paymentId, { at: desk.now(), who: 'service', what: why });
    return true;
  });
  if (isNew) desk.onProblem({ what: 'payment-reversed', paymentId });
}

/** A dispute freezes the account while it is open; it lifts what it froze when it is won, and takes back when it is lost. */
export async function bookDispute(desk: PaymentDesk, { id, captureIds, state, outcome }: Dispute): Promise<'done' | 'unknown'> {
  const payments = await paymentsWhere(desk.database, 'where provider = $1 and capture_id = any($2::text[])', [
    desk.provider,
    captureIds,
  ]);
  for (const { id: paymentId } of payments) {
    await openDispute(desk, id, paymentId);
    if (state === 'won') await winDispute(desk, id, paymentId, 'service');
    if (state === 'lost') await loseDispute(desk, id, paymentId);
    if (state === 'unclear') desk.onProblem({ what: 'dispute-unclear', paymentId, detail: { dispute: id, outcome } });
  }
  return payments.length > 0 ? 'done' : 'unknown';
}

/** The operator says how a dispute ended, where the service does not. Answers whether it was open. */
export async function closeDispute(desk: PaymentDesk, id: string, how: 'won' | 'lost'): Promise<boolean> {
  const open = "select payment_id from payment.disputes where provider = $1 and id = $2 and state = 'open'";
  const [row] = await desk.database.query(open, [desk.provider, id]);
  if (!row) return false;
  const paymentId = z.string().parse(row['payment_id']);
  await (how === 'won' ? winDispute(desk, id, paymentId, 'operator') : loseDispute(desk, id, paymentId));
  return true;
}

async function openDispute(desk: PaymentDesk, id: string, paymentId: string): Promise<void> {
  const isNew = await desk.database.transaction(async (sql) => {
    const { userId } = await lockPayment(sql, paymentId);
    if (userId !== null) await lockPerson(sql, userId);
    const at = desk.now();
    // The same moment stands with the dispute and the account: by it is told who froze it last.
    const ledger = booksOf({ ...desk, now: () => at }, sql);
    const froze = userId !== null && !(await ledger.balance(userId)).frozen;
    const rows = await sql.query(
      `insert into payment.disputes (provider, id, payment_id, state, froze, opened_at) values ($1, $2, $3, 'open', $4, $5)
       on conflict do nothing returning id`,
      [desk.provider, id, paymentId, froze, at],
    );
    if (rows.length === 0) return false;
    if (froze) await ledger.setFrozen(userId, true);
    await note(sql, paymentId, { at, who: 'service', what: 'dispute-opened', detail: { dispute: id } });
    return true;
  });
  if (isNew) desk.onProblem({ what: 'dispute-opened', paymentId, detail: { dispute: id } });
}

async function winDispute(desk: PaymentDesk, id: string, paymentId: string, who: 'service' | 'operator'): Promise<void> {
  const before = await desk.database.transaction(async (sql) => {
    const { userId } = await lockPayment(sql, paymentId);
    // Two that are won at once would both find the other one open.
    if (userId !== null) await lockPerson(sql, userId);
    const [row] = await sql.query('select state from payment.disputes where provider = $1 and id = $2', [desk.provider, id]);
    if (row?.['state'] !== 'open') return row?.['state'];
    await sql.query("update payment.disputes set state = 'won', closed_at = $3 where provider = $1 and id = $2", [
      desk.provider,
      id,
      desk.now(),
    ]);
    if (userId !== null && (await mayThaw(sql, userId))) await booksOf(desk, sql).setFrozen(userId, false);
    await note(sql, paymentId, { at: desk.now(), who, what: 'dispute-won', detail: { dispute: id } });
    return 'open';
  });
  // An appeal: what was taken back is the operator's to give again.
  if (before === 'lost') desk.onProblem({ what: 'dispute-won-after-all', paymentId, detail: { dispute: id } });
}

/**
 * An account may thaw when it is a dispute that froze it, and nobody since; when every dispute of the person is won, one of a payment
 * that was refunded meanwhile too; and when no money of theirs was ever taken back, which a payment that was refunded before may
 * hide: that is read from the history, and not from states.
 */
async function mayThaw(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql.query(
    `with own as (select id from payment.payments where user_id = $1)
     select exists (
         select from payment.disputes d, credits.accounts a
         where d.payment_id in (select id from own) and d.froze and a.user_id = $1 and a.frozen_at = d.opened_at
       )
       and not exists (select from payment.disputes where payment_id in (select id from own) and state <> 'won')
       and not exists (select from payment.history where payment_id in (select id from own) and what in ${TAKEN_BACK}) as thaws`,
    [userId],
  );
  return row?.['thaws'] === true;
}

async function loseDispute(desk: PaymentDesk, id: string, paymentId: string): Promise<void> {
  await desk.database.query(
    "update payment.disputes set state = 'lost', closed_at = $3 where provider = $1 and id = $2 and state <> 'lost'",
    [desk.provider, id, desk.now()],
  );
  await bookReversal(desk, paymentId, 'dispute-lost');
}
