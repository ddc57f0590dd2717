import { finish } from './capture.ts';
import { ORDER_LIFE_MS } from './checkout.ts';
import type { PaymentDesk } from './desk.ts';
import { faultCode } from './fault.ts';
import { lockPayment, note, OPEN_STATES, type Payment, paymentsWhere } from './record.ts';
import { performRefund, refundsWhere } from './refund.ts';

/** Whoever began a payment has this long to bring it on before it is looked at. */
const QUIET_MS = 120_000;
/** An order whose number never arrived: its buyer was never sent to it. */
const UNORDERED_MS = 10 * 60_000;
const BATCH = 50;

/** What a look at everything open changed. */
export type Reconciled = { readonly looked: number; readonly settled: number; readonly refunds: number };

/**
 * Asks the service about every payment that stands still, and brings it to where it belongs. This, and not the messages of the
 * service, is what makes sure that nothing is lost.
 */
export async function reconcile(desk: PaymentDesk, quietMs = QUIET_MS): Promise<Reconciled> {
  const before = new Date(desk.now().getTime() - quietMs);
  const open = await paymentsWhere(
    desk.database,
    `where provider = $1 and state in ${OPEN_STATES} and checked_at <= $2 order by checked_at limit $3`,
    [desk.provider, before, BATCH],
  );
  let settled = 0;
  for (const payment of open) settled += (await safely(desk, payment)) ? 1 : 0;
  return { looked: open.length, settled, refunds: await bringRefundsOn(desk, before) };
}

/** A defect in one payment must not keep the others waiting. */
async function safely(desk: PaymentDesk, payment: Payment): Promise<boolean> {
  try {
    return await bringOn(desk, payment);
  } catch (error) {
    desk.onProblem({ what: 'payment-defect', paymentId: payment.id, detail: { error: String(error) } });
    return false;
  }
}

async function bringOn(desk: PaymentDesk, payment: Payment): Promise<boolean> {
  const { id, state } = payment;
  await desk.database.query('update payment.payments set checked_at = $2 where id = $1', [id, desk.now()]);
  const age = desk.now().getTime() - payment.createdAt.getTime();
  if (state === 'created') return age > UNORDERED_MS && expire(desk, id, 'created');
  if (state !== 'ordered') return hasSettled(await finish(desk, id, 'site'));
  const order = await lookAt(desk, payment);
  if (order === 'unreachable') return false;
  if (order?.state === 'approved' || order?.state === 'completed') return hasSettled(await finish(desk, id, 'site'));
  return (age > ORDER_LIFE_MS || order?.state !== 'waiting') && expire(desk, id, 'ordered');
}

async function lookAt({ client, onProblem }: PaymentDesk, { id, orderId }: Payment) {
  try {
    return await client.readOrder(orderId ?? '');
  } catch (error) {
    onProblem({ what: 'order-not-read', paymentId: id, detail: { fault: faultCode(error) } });
    return 'unreachable';
  }
}

function hasSettled(state: Payment['state']): boolean {
  return !['created', 'ordered', 'capturing', 'pending'].includes(state);
}

async function expire(desk: PaymentDesk, id: string, from: 'created' | 'ordered'): Promise<boolean> {
  return desk.database.transaction(async (sql) => {
    const { state } = await lockPayment(sql, id);
    if (state !== from) return false;
    await sql.query("update payment.payments set state = 'expired' where id = $1", [id]);
    await note(sql, id, { at: desk.now(), who: 'site', what: 'expired' });
    return true;
  });
}

async function bringRefundsOn(desk: PaymentDesk, before: Date): Promise<number> {
  const open = await refundsWhere(
    desk.database,
    `where state in ('requested', 'pending') and asked_at <= $1
     and payment_id in (select id from payment.payments where provider = $2) order by asked_at limit $3`,
    [before, desk.provider, BATCH],
  );
  for (const { id } of open) await performRefund(desk, id);
  return open.length;
}
