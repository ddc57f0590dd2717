/** Books returned money, reported by the service or found by a check. */

import { bookDispute, bookReversal } from './dispute.ts';
import { PaymentFault } from './fault.ts';
import { decimalOf } from './money.ts';
import type { PaymentContext } from './payment-context.ts';
import type { Capture } from './provider.ts';
import { lockPayment, note, type Payment } from './record.ts';
import { bookForeignRefund, partialRefundTotal } from './refund.ts';

/**
 * Books a partial refund of a payment that stays captured, once for each total. Credits and time stay, as a share of the price
 * does not determine a share of them; the operator is notified and decides whether to refund the rest.
 */
export async function recordPartialRefund(context: PaymentContext, { id, orderId, money }: Payment): Promise<void> {
  const order = orderId === null ? undefined : await context.client.readOrder(orderId);
  const total = order?.refunded;
  const booked = await context.database.transaction(async (sql) => {
    await lockPayment(sql, id);
    const before = await partialRefundTotal(sql, id);
    if (total === undefined) return before === 0;
    // When everything is refunded, the next check of the capture shows it.
    if (total <= before || total >= money.minor) return false;
    await sql.query('insert into payment.part_refunds (payment_id, total, part, currency, at) values ($1, $2, $3, $4, $5)', [
      id,
      total,
      total - before,
      money.currency,
      context.now(),
    ]);
    await note(sql, id, { at: context.now(), who: 'service', what: 'partly-refunded', detail: { total } });
    return true;
  });
  const sum = total === undefined ? 'unknown' : `${decimalOf({ minor: total, currency: money.currency })} ${money.currency}`;
  if (booked) context.onProblem({ what: 'partly-refunded', paymentId: id, detail: { sum } });
}

/**
 * Books a full return that no message reported. An abandoned message or a dispute may tell who took the money; otherwise it
 * counts as a refund, and the operator is notified. A later message still freezes the account and books what is owed.
 */
export async function recordUnknownReversal(context: PaymentContext, payment: Payment, { returnedBy }: Capture): Promise<void> {
  const captureId = payment.captureId ?? '';
  if (returnedBy === 'bank' || (await wasReversed(context, captureId))) return bookReversal(context, payment.id, 'reversed');
  for (const dispute of await disputesOf(context, payment, captureId)) await bookDispute(context, dispute);
  if (await bookForeignRefund(context, payment.id)) context.onProblem({ what: 'refund-not-told', paymentId: payment.id });
}

async function wasReversed({ database, provider }: PaymentContext, captureId: string): Promise<boolean> {
  const rows = await database.query(
    `select from payment.events
     where provider = $1 and subject_kind = 'capture' and subject_id = $2 and type like '%.REVERSED' and state in ('received', 'failed')`,
    [provider, captureId],
  );
  return rows.length > 0;
}

/** Returns no disputes where we may not list them at the service, as the money is gone in any case. */
async function disputesOf({ client, onProblem }: PaymentContext, { id }: Payment, captureId: string) {
  try {
    return await client.disputesOf(captureId);
  } catch (error) {
    if (!(error instanceof PaymentFault) || error.code === 'unavailable' || error.code === 'unknown') throw error;
    onProblem({ what: 'disputes-not-read', paymentId: id, detail: { fault: error.code, error: String(error) } });
    return [];
  }
}
