import type { PaymentState } from '@bakkum/api-contract/billing/payment-states';
import type { Product } from '@bakkum/api-contract/billing/payments';
import type { Sql } from '@bakkum/database/sql';
import { finish } from './capture.ts';
import { type Begun, begin, type Checkout } from './checkout.ts';
import { closeDispute } from './dispute.ts';
import { type Received, receive, workInbox } from './inbox.ts';
import { type Offer, offersFor } from './offers.ts';
import type { PaymentContext } from './payment-context.ts';
import type { RawMessage } from './provider.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { note, type Payment, paymentsWhere } from './record.ts';
import {
  askRefund,
  type NoRefund,
  type Refund,
  type RefundAsked,
  type RefundWay,
  refundByOperator,
  refundWay,
  refuseRefund,
} from './refund.ts';
import { type OwnPayment, ownPayments } from './report.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions/subscriptions.ts';

/** Payments for plans and credit packs. Every command can be repeated, and interrupted at any point: unfinished work is found and completed. */
export type Payments = {
  /** The ways to buy a product now, the best first. */
  offers(userId: string, product: Product): Promise<readonly Offer[]>;
  begin(checkout: Checkout): Promise<Begun>;
  /** Finds a payment by its id or by the service's order id; undefined when it does not belong to the user. */
  find(userId: string, key: { readonly id: string } | { readonly orderId: string }): Promise<Payment | undefined>;
  /** Captures the money if the buyer has approved, and returns the state of the payment. */
  finish(paymentId: string): Promise<PaymentState>;
  /** Records that the buyer returned without approving. The payment stays open. */
  noteCancelled(paymentId: string): Promise<void>;
  own(userId: string): Promise<readonly OwnPayment[]>;
  /** Returns how the terms allow a refund of a payment now. */
  refundWay(payment: Payment): Promise<RefundWay>;
  askRefund(userId: string, paymentId: string): Promise<RefundAsked>;
  receive(message: RawMessage, enqueue: (sql: Sql) => Promise<void>): Promise<Received>;
  workInbox(): Promise<number>;
  reconcile(quietMs?: number): Promise<Reconciled>;
  refundByOperator(paymentId: string): Promise<Refund | NoRefund>;
  refuseRefund(paymentId: string): Promise<boolean>;
  closeDispute(disputeId: string, how: 'won' | 'lost'): Promise<boolean>;
  /** Absent if the service has no automatic payments. */
  readonly subscriptions?: Subscriptions;
};

export function createPayments(context: PaymentContext): Payments {
  const { database } = context;
  return {
    offers: (userId, product) => offersFor(context, database, userId, product),
    begin: (checkout) => begin(context, checkout),
    async find(userId, key) {
      const [column, value] = 'id' in key ? ['id', key.id] : ['order_id', key.orderId];
      const condition = `where user_id = $1 and provider = $2 and ${column} = $3`;
      const [found] = await paymentsWhere(database, condition, [userId, context.provider, value]);
      return found;
    },
    finish: (paymentId) => finish(context, paymentId, 'buyer'),
    noteCancelled: (paymentId) => note(database, paymentId, { at: context.now(), who: 'buyer', what: 'cancelled' }),
    refundWay: (payment) => refundWay(context, database, payment),
    own: (userId) => ownPayments(database, userId, (payment) => refundWay(context, database, payment)),
    askRefund: (userId, paymentId) => askRefund(context, userId, paymentId),
    receive: (message, enqueue) => receive(context, message, enqueue),
    workInbox: () => workInbox(context),
    reconcile: (quietMs) => reconcile(context, quietMs),
    refundByOperator: (paymentId) => refundByOperator(context, paymentId),
    refuseRefund: (paymentId) => refuseRefund(context, paymentId),
    closeDispute: (disputeId, how) => closeDispute(context, disputeId, how),
    ...(context.client.subscriptions && { subscriptions: createSubscriptions(context) }),
  };
}
