/** Schemas of the PortOne answers in use, and their conversion to our types. */
import { createHash } from 'node:crypto';
import { PaymentFault } from '@bakkum/payment/fault';
import type { Capture, Dispute, Order, Refunded } from '@bakkum/payment/provider';
import { invoiceOf } from '@bakkum/payment/record';
import { z } from 'zod';

const whole = z.number().int().nonnegative();

const cancellation = z.object({
  status: z.string(),
  id: z.string(),
  totalAmount: whole,
  trigger: z.string().optional(),
});

const card = z.object({ issuer: z.string().optional(), publisher: z.string().optional(), number: z.string().optional() });

export const paymentAnswer = z.object({
  status: z.string(),
  id: z.string(),
  storeId: z.string(),
  /** Absent while nothing was tried. */
  channel: z.object({ type: z.string(), key: z.string().optional() }).optional(),
  amount: z.object({ total: whole, paid: whole, cancelled: whole }),
  currency: z.string(),
  method: z.object({ card: card.optional(), easyPayMethod: z.object({ card: card.optional() }).optional() }).optional(),
  receiptUrl: z.string().optional(),
  /** Issued for payments that are like cash, from an account or a wallet. */
  cashReceipt: z.object({ status: z.string(), url: z.string().optional() }).optional(),
  cancellations: z.array(cancellation).optional(),
  disputes: z.array(z.object({ status: z.string(), pgDisputeId: z.string().optional(), createdAt: z.string() })).optional(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

export const emptyAnswer = z.object({});
export const cancelAnswer = z.object({ cancellation });

/** Body of an error. `type` and `pgCode` are codes. */
export const refusalAnswer = z.object({ type: z.string(), pgCode: z.string().optional() });

/** Body of a webhook message in version 2024-04-25. Only messages about payments have a `paymentId`. */
export const eventBody = z.object({
  type: z.string().max(100),
  data: z.object({ storeId: z.string(), paymentId: z.string().optional(), cancellationId: z.string().optional() }),
});

const CAPTURE_STATES: Readonly<Record<string, Capture['state']>> = {
  PAID: 'completed',
  PAY_PENDING: 'pending',
  CANCELLED: 'gone-back',
  PARTIAL_CANCELLED: 'partly-back',
};

/** States without money: the window was opened, an attempt failed, or an account number was issued. Each may be followed by a payment. */
const WAITING = ['READY', 'FAILED', 'VIRTUAL_ACCOUNT_ISSUED'];

const ORDER_STATES = {
  completed: 'completed',
  pending: 'approved',
  'gone-back': 'completed',
  'partly-back': 'completed',
} as const;

/**
 * @param channels keys of the configured channels
 * @throws PaymentFault for a state that is not documented
 */
export function orderOf(payment: PaymentAnswer, channels: readonly string[]): Order {
  const { id, status } = payment;
  const receiptUrl = receiptOf(payment);
  const capture = captureOf(payment);
  if (!capture && !WAITING.includes(status)) throw new PaymentFault('unknown', 'a state that is not documented');
  const refunded = refundedOf(payment);
  return {
    ...references(id),
    state: capture && capture.state !== 'declined' ? ORDER_STATES[capture.state] : 'waiting',
    payee: payeeOf(payment, channels),
    payerId: payerOf(payment),
    ...(capture && { capture }),
    ...(refunded > 0 && { refunded }),
    ...(receiptUrl !== undefined && { receiptUrl }),
  };
}

/**
 * The store, if its money comes through one of our channels. The browser names the channel, so a buyer could name another one of the
 * store, such as one for tests that takes no money.
 */
function payeeOf({ storeId, channel }: PaymentAnswer, channels: readonly string[]): string {
  if (!channel) return storeId;
  const isOurs = channel.key === undefined ? channel.type === 'LIVE' : channels.includes(channel.key);
  return isOurs ? storeId : `${storeId} by another channel`;
}

/** PortOne uses our payment id, which therefore also identifies the order and the capture. */
export function references(id: string): Pick<Order, 'id' | 'paymentId' | 'invoiceId'> {
  return { id, paymentId: id, invoiceId: invoiceOf(id) };
}

/** The money of a payment; undefined while none has been paid. */
export function captureOf(payment: PaymentAnswer): Capture | undefined {
  const { id, status, amount, currency, cancellations = [] } = payment;
  const state = CAPTURE_STATES[status];
  if (!state) return undefined;
  const isBank = cancellations.some((one) => one.status === 'SUCCEEDED' && one.trigger === 'CHARGEBACK');
  return {
    id,
    state,
    // `paid` is `total` without discounts of the card company or the wallet, which are not our concern.
    money: { minor: amount.total, currency },
    final: true,
    paymentId: id,
    orderId: id,
    invoiceId: invoiceOf(id),
    ...(state === 'gone-back' && { returnedBy: isBank ? 'bank' : 'seller' }),
  };
}

function refundedOf({ cancellations = [] }: PaymentAnswer): number {
  return cancellations.filter(({ status }) => status === 'SUCCEEDED').reduce((sum, { totalAmount }) => sum + totalAmount, 0);
}

/** PortOne does not identify payers. A hash of the masked card number is close enough to send a second refund to review. */
function payerOf({ method }: PaymentAnswer): string | null {
  const used = method?.card ?? method?.easyPayMethod?.card;
  if (!used?.number) return null;
  const digest = createHash('sha256').update(`${used.issuer ?? used.publisher ?? ''}\0${used.number}`);
  return `card-${digest.digest('hex').slice(0, 32)}`;
}

/** The card slip or, without one, the cash receipt (현금영수증). */
function receiptOf({ receiptUrl, cashReceipt }: PaymentAnswer): string | undefined {
  const cash = cashReceipt?.status === 'ISSUED' ? cashReceipt.url : undefined;
  return [receiptUrl, cash].find((url) => url !== undefined && isHttps(url));
}

function isHttps(address: string): boolean {
  return URL.parse(address)?.protocol === 'https:';
}

const REFUND_STATES: Readonly<Record<string, Refunded['state']>> = {
  SUCCEEDED: 'completed',
  REQUESTED: 'pending',
  FAILED: 'failed',
};

/** Cancellations have no endpoint of their own, so the id of a refund contains that of its payment. */
export function refundOf(paymentId: string, { id, status }: z.infer<typeof cancellation>): Refunded {
  const state = REFUND_STATES[status];
  if (!state) throw new PaymentFault('unknown', 'a state of a cancellation that is not documented');
  return { id: `${paymentId}.${id}`, state };
}

/** Disputes of a payment, oldest first. The payment shows who keeps the money only if a bank took it. */
export function disputesIn(payment: PaymentAnswer): readonly Dispute[] {
  const { id, disputes = [] } = payment;
  const isTaken = captureOf(payment)?.returnedBy === 'bank';
  return disputes
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map(({ status, pgDisputeId, createdAt }) => ({
      id: `${id}.${pgDisputeId ?? createdAt}`,
      captureIds: [id],
      state: stateOf(status, isTaken),
      outcome: status,
    }));
}

function stateOf(status: string, isTaken: boolean): Dispute['state'] {
  if (status !== 'RESOLVED') return 'open';
  return isTaken ? 'lost' : 'unclear';
}
