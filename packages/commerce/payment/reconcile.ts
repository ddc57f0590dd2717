import { CAPTURE_IN_PROGRESS, OPEN, REFUND_IN_PROGRESS } from '@bakkum/api-contract/billing/payment-states';
import { apply, expire, finish } from './capture.ts';
import { ORDER_LIFE_MS } from './checkout.ts';
import { faultCode, PaymentFault } from './fault.ts';
import { recordPartialRefund, recordUnknownReversal } from './money-back.ts';
import { moneyOfPayment, type PaymentContext } from './payment-context.ts';
import { listed, type Payment, paymentsWhere, wasDeclined } from './record.ts';
import { performRefund, refundsWhere } from './refund.ts';
import { lookAfterSubscriptions } from './subscriptions/look-after.ts';

/** Milliseconds a new payment is left alone before it is checked. */
const QUIET_MS = 120_000;
/** Milliseconds after which a payment without an order id is given up: its buyer was never sent to the service. */
const UNORDERED_MS = 10 * 60_000;
const BATCH = 50;
/** Days after a capture during which refunds and disputes are possible at the service. */
const RECONCILED_DAYS = 180;
const DAY_MS = 86_400_000;
/** Number of captured payments checked in one run: some thousands per day. */
const MAX_CHECKS = 20;

/** Number of payments and refunds a run has changed. */
export type Reconciled = {
  readonly looked: number;
  readonly settled: number;
  readonly refunds: number;
  /** Captured payments that were checked again. */
  readonly again: number;
  readonly subscriptions: number;
};

/**
 * Checks every stalled payment with the service and advances it. This, rather than the service's messages, ensures that nothing
 * is lost.
 */
export async function reconcile(context: PaymentContext, quietMs = QUIET_MS): Promise<Reconciled> {
  const before = new Date(context.now().getTime() - quietMs);
  const open = await paymentsWhere(
    context.database,
    `where provider = $1 and state in ${listed(OPEN)} and checked_at <= $2
     order by state in ${listed(CAPTURE_IN_PROGRESS)} desc, checked_at limit $3`,
    [context.provider, before, BATCH],
  );
  let settled = 0;
  for (const payment of open) settled += (await safely(context, payment.id, () => bringOn(context, payment))) ? 1 : 0;
  const subscriptions = await lookAfterSubscriptions(context, before);
  const refunds = await bringRefundsOn(context, before);
  return { looked: open.length, settled, subscriptions, refunds, again: await lookAgain(context) };
}

/** A defect in one payment must not block the others. */
async function safely(context: PaymentContext, paymentId: string, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    const isFault = error instanceof PaymentFault;
    context.onProblem({ what: isFault ? 'payment-not-read' : 'payment-defect', paymentId, detail: { error: String(error) } });
    return false;
  }
}

async function bringOn(context: PaymentContext, payment: Payment): Promise<boolean> {
  const { id, state } = payment;
  await context.database.query('update payment.payments set checked_at = $2 where id = $1', [id, context.now()]);
  const age = context.now().getTime() - payment.createdAt.getTime();
  if (state === 'created') return age > UNORDERED_MS && expire(context, id, 'created');
  if (state !== 'ordered') return hasSettled(await finish(context, id, 'site'));
  const order = await lookAt(context, payment);
  if (order === 'unreachable') return false;
  if (order?.capture) return hasSettled(await apply(context, id, order, 'site'));
  // A declined payment keeps its approval, so only the returning buyer or a message about a new approval continues it.
  if (order?.state === 'approved' && !wasDeclined(payment)) return hasSettled(await finish(context, id, 'site'));
  return (age > ORDER_LIFE_MS || order === undefined || order.state === 'gone') && expire(context, id, 'ordered');
}

async function lookAt({ client, onProblem }: PaymentContext, { id, orderId }: Payment) {
  try {
    return await client.readOrder(orderId ?? '');
  } catch (error) {
    onProblem({ what: 'order-not-read', paymentId: id, detail: { fault: faultCode(error) } });
    return 'unreachable';
  }
}

function hasSettled(state: Payment['state']): boolean {
  return !OPEN.includes(state);
}

/** Handles refunds in order of their last check, so that stuck ones do not block others. */
async function bringRefundsOn(context: PaymentContext, before: Date): Promise<number> {
  const open = await refundsWhere(
    context.database,
    `where state in ${listed(REFUND_IN_PROGRESS)} and asked_at <= $1
     and payment_id in (select id from payment.payments where provider = $2) order by checked_at nulls first, asked_at limit $3`,
    [before, context.provider, BATCH],
  );
  for (const { id, paymentId } of open) {
    await context.database.query('update payment.refunds set checked_at = $2 where id = $1', [id, context.now()]);
    await safely(context, paymentId, async () => {
      await performRefund(context, id);
      return true;
    });
  }
  return open.length;
}

/** Checks each payment that can still be refunded or disputed once per day, as the service may take money without notice. */
async function lookAgain(context: PaymentContext): Promise<number> {
  const now = context.now().getTime();
  const due = await paymentsWhere(
    context.database,
    "where provider = $1 and state = 'captured' and captured_at > $2 and checked_at <= $3 order by checked_at limit $4",
    [context.provider, new Date(now - RECONCILED_DAYS * DAY_MS), new Date(now - DAY_MS), MAX_CHECKS],
  );
  let [looked, answers] = [0, true];
  for (const payment of due) {
    // The others are checked once the service responds.
    if (!answers) break;
    await context.database.query('update payment.payments set checked_at = $2 where id = $1', [payment.id, context.now()]);
    looked += 1;
    await safely(context, payment.id, async () => {
      answers = await lookAtCapture(context, payment);
      return answers;
    });
  }
  return looked;
}

/** Returns whether the service responds. */
async function lookAtCapture(context: PaymentContext, payment: Payment): Promise<boolean> {
  const capture = await moneyOfPayment(context, payment)
    .readCapture(payment.captureId ?? '')
    .catch((error: unknown) => faultCode(error));
  if (typeof capture === 'string') {
    context.onProblem({ what: 'capture-not-read', paymentId: payment.id, detail: { fault: capture } });
    return false;
  }
  if (!capture) context.onProblem({ what: 'capture-not-there', paymentId: payment.id });
  if (capture?.state === 'partly-back') await recordPartialRefund(context, payment);
  if (capture?.state === 'gone-back') await recordUnknownReversal(context, payment, capture);
  return true;
}
