import { PAYMENT_MEANS } from '@bakkum/api-contract/billing/payments';
import { PaymentFault } from '@bakkum/payment/fault';
import type { Checked, Dispute, PaymentClient, PaymentConnection, PaymentValues, ServiceEvent } from '@bakkum/payment/provider';
import { type CallService, orGone, parsedJson, segment } from '@bakkum/payment/service-requests';
import { connect } from './connection.ts';
import { checkSignature } from './signature.ts';
import { windowOf } from './window.ts';
import {
  cancelAnswer,
  captureOf,
  disputesIn,
  emptyAnswer,
  eventBody,
  orderOf,
  type PaymentAnswer,
  paymentAnswer,
  references,
  refundOf,
} from './wire.ts';

/** Our payments have UUIDs, so none has this id. */
const NO_PAYMENT = 'bakkum-reachable';

/** Payments through PortOne's REST API version 2 and its browser SDK, and verification of its webhook messages. */
export function createClient(values: PaymentValues, given: PaymentConnection = {}): PaymentClient {
  const { storeId = '', webhookSecret = '' } = values;
  const connection = connect(values, given);
  return {
    ...readers(connection, values),
    async createOrder({ paymentId, money, windowUrl }) {
      // Registers the amount, so that a window opened for another one is refused (AmountNotEqualToPredefined).
      const body = { storeId, totalAmount: money.minor, currency: money.currency };
      const path = `/payments/${segment(paymentId)}/pre-register`;
      await connection.call({ method: 'POST', path, body }, emptyAnswer);
      return { ...references(paymentId), state: 'waiting', payee: storeId, approveUrl: windowUrl };
    },
    async refund(captureId, refundId, { minor }) {
      // States the amount that is left, so this cancellation is refused after another one, even once its key has expired.
      const body = { storeId, amount: minor, currentCancellableAmount: minor, reason: `Refund ${refundId}` };
      const path = `/payments/${segment(captureId)}/cancel`;
      const answer = await connection.call({ method: 'POST', path, body, once: `refund-${refundId}` }, cancelAnswer);
      return refundOf(captureId, orGone(answer).cancellation);
    },
    async check(message): Promise<Checked> {
      const signed = checkSignature(message, webhookSecret, given.now?.() ?? new Date());
      if ('problem' in signed) return { outcome: 'forged', why: signed.problem };
      return eventOf(message.body, signed.id, storeId);
    },
    window: (request) => windowOf(values, given, request),
  };
}

type Reader = 'capture' | 'disputesOf' | 'reach' | 'readCapture' | 'readDispute' | 'readOrder' | 'readRefund';

/** Everything PortOne knows about a payment is in one answer. */
function readers(connection: CallService, values: PaymentValues): Pick<PaymentClient, Reader> {
  const { storeId = '' } = values;
  const channels = PAYMENT_MEANS.flatMap((means) => values[means] || []);
  const read = async (id: string): Promise<PaymentAnswer | undefined> => {
    const path = `/payments/${segment(id)}?storeId=${encodeURIComponent(storeId)}`;
    return connection.call({ method: 'GET', path }, paymentAnswer);
  };
  const disputesOf = async (id: string): Promise<readonly Dispute[]> => {
    const payment = await read(id);
    return payment ? disputesIn(payment) : [];
  };
  return {
    /** PortOne learns of a payment when its window opens, so an unknown one waits for the buyer. */
    async readOrder(id) {
      const payment = await read(id);
      return payment ? orderOf(payment, channels) : { ...references(id), state: 'waiting', payee: storeId, payerId: null };
    },
    /** The window has already taken the money, so this only reads the payment. */
    async capture(id) {
      const payment = await read(id);
      const order = payment && orderOf(payment, channels);
      if (order?.capture) return order;
      const state = payment?.status ?? 'not known';
      throw new PaymentFault(state === 'FAILED' ? 'declined' : 'not-approved', `payment is ${state}`);
    },
    async readCapture(id) {
      const payment = await read(id);
      return payment && captureOf(payment);
    },
    async readRefund(id) {
      const [paymentId, cancellationId] = split(id);
      const found = (await read(paymentId))?.cancellations?.find((one) => one.id === cancellationId);
      return found && refundOf(paymentId, found);
    },
    /** Reads the latest dispute where the id is one of a payment, as in messages. */
    async readDispute(id) {
      const [paymentId, disputeId] = split(id);
      const disputes = await disputesOf(paymentId);
      return disputeId === '' ? disputes.at(-1) : disputes.find((one) => one.id === id);
    },
    disputesOf,
    async reach() {
      await read(NO_PAYMENT);
    },
  };
}

/** Splits `payment.part`. */
function split(id: string): readonly [string, string] {
  const at = id.indexOf('.');
  return at < 0 ? [id, ''] : [id.slice(0, at), id.slice(at + 1)];
}

function eventOf(body: Uint8Array, id: string, storeId: string): Checked {
  const parsed = eventBody.safeParse(parsedJson(new TextDecoder().decode(body)));
  if (!parsed.success) return { outcome: 'forged', why: 'body' };
  const { type, data } = parsed.data;
  if (data.storeId !== storeId) return { outcome: 'forged', why: 'store' };
  return { outcome: 'genuine', event: { id, type, subject: subjectOf(type, data) } };
}

function subjectOf(
  type: string,
  data: { readonly paymentId?: string | undefined; readonly cancellationId?: string | undefined },
): ServiceEvent['subject'] {
  const id = data.paymentId ?? '';
  if (id === '' || !type.startsWith('Transaction.')) return { kind: 'other', id };
  if (type.startsWith('Transaction.Dispute')) return { kind: 'dispute', id };
  if (type === 'Transaction.Paid' || type.endsWith('Cancelled')) return { kind: 'capture', id };
  if (type === 'Transaction.CancelPending') return { kind: 'refund', id: `${id}.${data.cancellationId ?? ''}` };
  if (type === 'Transaction.PayPending') return { kind: 'order', id };
  // Opened windows and failed attempts change nothing: the buyer may try again.
  return { kind: 'other', id };
}
