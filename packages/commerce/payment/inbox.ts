import { CAPTURE_IN_PROGRESS, REFUND_IN_PROGRESS } from '@bakkum/api-contract/billing/payment-states';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { apply, finish } from './capture.ts';
import { bookDispute, bookReversal } from './dispute.ts';
import { PaymentFault } from './fault.ts';
import { recordPartialRefund } from './money-back.ts';
import type { PaymentContext } from './payment-context.ts';
import { type Capture, type RawMessage, type ServiceEvent, SUBJECT_KINDS, type SubjectKind } from './provider.ts';
import { listed, note, type Payment, paymentsWhere } from './record.ts';
import { bookForeignRefund, performRefund, refundsWhere } from './refund.ts';
import { bookCycle } from './subscriptions/cycle.ts';
import { type Subscription, subscriptionsWhere } from './subscriptions/record.ts';
import { adopt } from './subscriptions/subscribe.ts';
import { syncSubscription } from './subscriptions/sync.ts';

/** Delays between attempts to process a message, in seconds. */
const PAUSES_S = [5, 30, 120, 600, 3600, 14_400];
/** Seconds reserved for a message; longer than its processing takes. */
const LEASE_S = 120;
const BATCH = 20;

export type Received = 'received' | 'known' | 'forged';

/**
 * Stores a message of the service in the inbox, once. Its content is not trusted; it only triggers a check.
 * @param enqueue schedules processing of the inbox, in the same transaction
 */
export async function receive(
  context: PaymentContext,
  message: RawMessage,
  enqueue: (sql: Sql) => Promise<void>,
): Promise<Received> {
  const checked = await context.client.check(message);
  if (checked.outcome === 'forged') {
    context.onProblem({ what: 'event-forged', paymentId: '', detail: { why: checked.why } });
    return 'forged';
  }
  const { id, type, subject } = checked.event;
  return context.database.transaction(async (sql) => {
    const rows = await sql.query(
      `insert into payment.events (provider, id, type, subject_kind, subject_id, body, received_at, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing returning id`,
      [context.provider, id, type, subject.kind, subject.id, Buffer.from(message.body), context.now()],
    );
    if (rows.length === 0) return 'known';
    await enqueue(sql);
    return 'received';
  });
}

const claimed = z.object({
  id: z.string(),
  type: z.string(),
  subject_kind: z.enum(SUBJECT_KINDS),
  subject_id: z.string(),
  attempts: z.number(),
});

/** Processes all due messages and returns their number. Any number of processes may call it at once. */
export async function workInbox(context: PaymentContext): Promise<number> {
  const at = context.now();
  const rows = await context.database.query(
    `update payment.events set attempts = attempts + 1, due_at = $2::timestamptz + $3 * interval '1 second'
     where provider = $1 and id in (
       select id from payment.events where provider = $1 and state = 'received' and due_at <= $2 order by due_at limit $4
       for update skip locked
     ) returning id, type, subject_kind, subject_id, attempts`,
    [context.provider, at, LEASE_S, BATCH],
  );
  const due = z.array(claimed).parse(rows);
  for (const { id, type, subject_kind: kind, subject_id: subject, attempts } of due) {
    await work(context, { id, type, subject: { kind, id: subject } }, attempts);
  }
  return due.length;
}

async function work(context: PaymentContext, event: ServiceEvent, attempts: number): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await OF_SUBJECT[event.subject.kind](context, event);
  } catch (error) {
    // A defect in one message must not block those after it.
    const isFault = error instanceof PaymentFault;
    if (!isFault) context.onProblem({ what: 'event-defect', paymentId: '', detail: { event: event.id, error: String(error) } });
    outcome = { again: isFault ? error.code : 'defect' };
  }
  const pause = typeof outcome === 'object' ? PAUSES_S[attempts - 1] : undefined;
  if (typeof outcome === 'object' && pause !== undefined) return postpone(context, event, pause, outcome.again);
  const state = typeof outcome === 'object' ? 'failed' : outcome;
  const problem = typeof outcome === 'object' ? outcome.again : null;
  if (problem)
    context.onProblem({ what: 'event-given-up', paymentId: '', detail: { event: event.id, type: event.type, problem } });
  await context.database.query(
    'update payment.events set state = $3, problem = $4, ended_at = $5 where provider = $1 and id = $2',
    [context.provider, event.id, state, problem, context.now()],
  );
}

async function postpone(context: PaymentContext, { id }: ServiceEvent, seconds: number, problem: string): Promise<void> {
  const due = new Date(context.now().getTime() + seconds * 1000);
  await context.database.query('update payment.events set due_at = $3, problem = $4 where provider = $1 and id = $2', [
    context.provider,
    id,
    due,
    problem,
  ]);
}

/** `again` gives the reason for a retry. */
type Outcome = 'done' | 'ignored' | { readonly again: string };
type Work = (context: PaymentContext, event: ServiceEvent) => Promise<Outcome>;

const OF_SUBJECT: Readonly<Record<SubjectKind, Work>> = {
  other: async () => 'ignored',
  async order(context, { subject, type }) {
    const payment = await paymentOf(context, 'order_id', subject.id);
    // The message may arrive before the service's response was stored.
    if (!payment) return { again: 'no such payment' };
    await note(context.database, payment.id, { at: context.now(), who: 'service', what: 'told', detail: { type } });
    return isOpen(await finish(context, payment.id, 'service'));
  },
  async capture(context, { subject, type }) {
    const capture = await context.client.readCapture(subject.id);
    if (!capture) return 'ignored';
    const known = await paymentOf(context, 'capture_id', capture.id);
    const payment = known ?? (isUuid(capture.paymentId) ? await paymentOf(context, 'id', capture.paymentId) : undefined);
    if (!payment) return 'ignored';
    await note(context.database, payment.id, { at: context.now(), who: 'service', what: 'told', detail: { type } });
    return bookCapture(context, payment, { type, capture });
  },
  async refund(context, { subject }) {
    const ours = 'where refund_id = $1 and payment_id in (select id from payment.payments where provider = $2)';
    const [refund] = await refundsWhere(context.database, ours, [subject.id, context.provider]);
    if (!refund) return 'ignored';
    await performRefund(context, refund.id);
    return 'done';
  },
  async subscription(context, { subject }) {
    const subscription = await subscriptionOf(context, subject.id);
    if (!subscription) return 'ignored';
    await syncSubscription(context, subscription.id, 'service');
    return 'done';
  },
  async sale(context, { subject, type }) {
    const sale = await context.client.subscriptions?.sales.readCapture(subject.id);
    // The message may be faster than the service's own records.
    if (!sale) return context.client.subscriptions ? { again: 'no such sale' } : 'ignored';
    const subscription = await subscriptionOf(context, sale.serviceSubscriptionId ?? '');
    if (!subscription) return 'ignored';
    await bookCycle(context, subscription.id, sale, 'service');
    await syncSubscription(context, subscription.id, 'service');
    const payment = await paymentOf(context, 'capture_id', sale.id);
    if (!payment) return 'done';
    await note(context.database, payment.id, { at: context.now(), who: 'service', what: 'told', detail: { type } });
    return bookCapture(context, payment, { type, capture: sale });
  },
  async dispute(context, { subject }) {
    const dispute = await context.client.readDispute(subject.id);
    if (!dispute) return 'ignored';
    return (await bookDispute(context, dispute)) === 'done' ? 'done' : 'ignored';
  },
};

async function paymentOf(
  context: PaymentContext,
  column: 'order_id' | 'capture_id' | 'id',
  value: string,
): Promise<Payment | undefined> {
  const [found] = await paymentsWhere(context.database, `where provider = $1 and ${column} = $2`, [context.provider, value]);
  return found;
}

/** Finds a subscription by the service's id, also if its answer to our request was lost. */
async function subscriptionOf(context: PaymentContext, serviceId: string): Promise<Subscription | undefined> {
  const { database, client, provider } = context;
  if (serviceId === '') return undefined;
  const known = () => subscriptionsWhere(database, 'where provider = $1 and service_id = $2', [provider, serviceId]);
  const [found] = await known();
  if (found) return found;
  const made = await client.subscriptions?.read(serviceId);
  if (!made || !isUuid(made.subscriptionId)) return undefined;
  const condition = 'where provider = $1 and id = $2 and service_id is null';
  const [unanswered] = await subscriptionsWhere(database, condition, [provider, made.subscriptionId]);
  if (unanswered) await database.transaction((sql) => adopt(context, sql, unanswered.id, made));
  return (await known())[0];
}

function isUuid(text: string | undefined): text is string {
  return z.uuid().safeParse(text).success;
}

function isOpen(state: Payment['state']): Outcome {
  return CAPTURE_IN_PROGRESS.includes(state) ? { again: state } : 'done';
}

type Told = { readonly type: string; readonly capture: Capture };

/** Records the current state of a capture. The type of the message only determines who reversed the payment, if the capture does not. */
async function bookCapture(context: PaymentContext, payment: Payment, { type, capture }: Told): Promise<Outcome> {
  const { id: captureId, state, returnedBy } = capture;
  if (payment.captureId === null) {
    const order = payment.orderId === null ? undefined : await context.client.readOrder(payment.orderId);
    // The capture belongs to another order with our payment id; it is ignored.
    if (order?.capture?.id !== captureId) return payment.orderId === null ? { again: 'no order yet' } : 'ignored';
    const now = await apply(context, payment.id, order, 'service');
    if (now !== 'captured') return isOpen(now);
  }
  if (state === 'gone-back') {
    if (returnedBy === 'bank' || type.endsWith('.REVERSED')) await bookReversal(context, payment.id, 'reversed');
    // A late message of another type does not tell who took the money; the message that does arrives separately.
    if (returnedBy === 'seller' || type.endsWith('.REFUNDED')) await bookForeignRefund(context, payment.id);
  }
  if (state === 'completed') return whileHere(context, payment, type);
  if (state === 'partly-back') await recordPartialRefund(context, payment);
  return 'done';
}

/** Handles a message about returned money that the capture does not show yet. */
async function whileHere(context: PaymentContext, { id }: Payment, type: string): Promise<Outcome> {
  if (!/\.(REVERSED|REFUNDED)$/.test(type)) return 'done';
  // Our own pending refund is tracked separately.
  const own = await refundsWhere(context.database, `where payment_id = $1 and state in ${listed(REFUND_IN_PROGRESS)}`, [id]);
  return type.endsWith('.REFUNDED') && own.length > 0 ? 'done' : { again: 'still completed' };
}
