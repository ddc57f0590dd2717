import type { Sql } from '@bakkum/database/sql';
import { booksOf, type PaymentDesk } from './desk.ts';
import type { Dispute } from './provider.ts';
import { lockPayment, note, type PaymentState, paymentsWhere } from './record.ts';
import { takeBack } from './refund.ts';

/** The ledger knows payments in these states. */
const HAS_CREDITS: readonly PaymentState[] = ['captured', 'refunded', 'reversed'];

/** The bank or the service took the money back: what is left of the credits goes, what was spent is owed, the account is frozen. */
export async function bookReversal(desk: PaymentDesk, paymentId: string, why: 'reversed' | 'dispute-lost'): Promise<void> {
  const isNew = await desk.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, paymentId);
    const { state, userId } = payment;
    const ledger = booksOf(desk, sql);
    const freezes = userId !== null && !(await ledger.balance(userId)).frozen;
    // A refund that went first took the credits already: what was spent is owed, and the account is frozen, all the same.
    const owes = HAS_CREDITS.includes(state) && (await takeBack(desk, sql, payment, { owing: true, freeze: true })) === 'done';
    if (freezes) await ledger.setFrozen(userId, true);
    const moves = HAS_CREDITS.includes(state) && state !== 'reversed';
    if (moves) {
      await sql.query("update payment.payments set state = 'reversed', checked_at = $2 where id = $1", [paymentId, desk.now()]);
    }
    if (!owes && !freezes && !moves) return false;
    await note(sql, paymentId, { at: desk.now(), who: 'service', what: why });
    return true;
  });
  if (isNew) desk.onProblem({ what: 'payment-reversed', paymentId });
}

/** A dispute freezes the account while it is open; it lifts what it froze when it is won, and takes back when it is lost. */
export async function bookDispute(desk: PaymentDesk, { id, captureIds, state }: Dispute): Promise<'done' | 'unknown'> {
  const payments = await paymentsWhere(desk.database, 'where provider = $1 and capture_id = any($2::text[])', [
    desk.provider,
    captureIds,
  ]);
  for (const { id: paymentId } of payments) {
    await openDispute(desk, id, paymentId);
    if (state === 'won') await winDispute(desk, id, paymentId);
    if (state === 'lost') await loseDispute(desk, id, paymentId);
  }
  return payments.length > 0 ? 'done' : 'unknown';
}

async function openDispute(desk: PaymentDesk, id: string, paymentId: string): Promise<void> {
  const isNew = await desk.database.transaction(async (sql) => {
    const { userId } = await lockPayment(sql, paymentId);
    const ledger = booksOf(desk, sql);
    const froze = userId !== null && !(await ledger.balance(userId)).frozen;
    const at = desk.now();
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

async function winDispute(desk: PaymentDesk, id: string, paymentId: string): Promise<void> {
  await desk.database.transaction(async (sql) => {
    const { userId } = await lockPayment(sql, paymentId);
    const closed = await sql.query(
      "update payment.disputes set state = 'won', closed_at = $3 where provider = $1 and id = $2 and state = 'open' returning id",
      [desk.provider, id, desk.now()],
    );
    if (closed.length === 0) return;
    if (userId !== null && (await isThawed(sql, userId))) await booksOf(desk, sql).setFrozen(userId, false);
    await note(sql, paymentId, { at: desk.now(), who: 'service', what: 'dispute-won', detail: { dispute: id } });
  });
}

/** Whether a dispute froze the account, and all of them are won: what the operator froze, or a reversal, stays so. */
async function isThawed(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql.query(
    `select bool_or(d.froze) and bool_and(d.state = 'won') and bool_and(p.state <> 'reversed') as thawed
     from payment.disputes d join payment.payments p on p.id = d.payment_id where p.user_id = $1`,
    [userId],
  );
  return row?.['thawed'] === true;
}

async function loseDispute(desk: PaymentDesk, id: string, paymentId: string): Promise<void> {
  await desk.database.query(
    "update payment.disputes set state = 'lost', closed_at = $3 where provider = $1 and id = $2 and state = 'open'",
    [desk.provider, id, desk.now()],
  );
  await bookReversal(desk, paymentId, 'dispute-lost');
}
