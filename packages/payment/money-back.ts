/** Money that went back, told by the service or found by looking. */
import type { PaymentDesk } from './desk.ts';
import { bookDispute, bookReversal } from './dispute.ts';
import { PaymentFault } from './fault.ts';
import { decimalOf } from './money.ts';
import { lockPayment, note, type Payment } from './record.ts';
import { bookForeignRefund, partsBack } from './refund.ts';

/**
 * Books a part that went back while the payment stands: the sum, once for each total. Credits and time stay, as no share of them
 * follows from a share of the price; the operator is told, and decides whether the rest goes back too.
 */
export async function bookPart(desk: PaymentDesk, { id, orderId, money }: Payment): Promise<void> {
  const order = orderId === null ? undefined : await desk.client.readOrder(orderId);
  const total = order?.refunded;
  const booked = await desk.database.transaction(async (sql) => {
    await lockPayment(sql, id);
    const before = await partsBack(sql, id);
    if (total === undefined) return before === 0;
    // When all of it is gone, the next look at the capture says so.
    if (total <= before || total >= money.minor) return false;
    await sql.query('insert into payment.part_refunds (payment_id, total, part, currency, at) values ($1, $2, $3, $4, $5)', [
      id,
      total,
      total - before,
      money.currency,
      desk.now(),
    ]);
    await note(sql, id, { at: desk.now(), who: 'service', what: 'partly-refunded', detail: { total } });
    return true;
  });
  const sum = total === undefined ? 'unknown' : `${decimalOf(total)} ${money.currency}`;
  if (booked) desk.onProblem({ what: 'partly-refunded', paymentId: id, detail: { sum } });
}

/**
 * Books what nobody told: all of a capture is gone. Who took it says a message that was given up, or a dispute; where neither does, it
 * is taken for a refund, and the operator is told. A message that comes later still freezes, and books what is owed.
 */
export async function bookFound(desk: PaymentDesk, payment: Payment): Promise<void> {
  const captureId = payment.captureId ?? '';
  if (await wasReversed(desk, captureId)) return bookReversal(desk, payment.id, 'reversed');
  for (const dispute of await disputesOf(desk, payment, captureId)) await bookDispute(desk, dispute);
  if (await bookForeignRefund(desk, payment.id)) desk.onProblem({ what: 'refund-not-told', paymentId: payment.id });
}

async function wasReversed({ database, provider }: PaymentDesk, captureId: string): Promise<boolean> {
  const rows = await database.query(
    `select from payment.events
     where provider = $1 and subject_kind = 'capture' and subject_id = $2 and type like '%.REVERSED' and state in ('received', 'failed')`,
    [provider, captureId],
  );
  return rows.length > 0;
}

/** None where the service does not let us ask: the money is gone all the same. */
async function disputesOf({ client, onProblem }: PaymentDesk, { id }: Payment, captureId: string) {
  try {
    return await client.disputesOf(captureId);
  } catch (error) {
    if (!(error instanceof PaymentFault) || error.code === 'unavailable' || error.code === 'unknown') throw error;
    onProblem({ what: 'disputes-not-read', paymentId: id, detail: { fault: error.code, error: String(error) } });
    return [];
  }
}
