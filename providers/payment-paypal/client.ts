import { PaymentFault } from '@bakkum/payment/fault';
import { decimalOf } from '@bakkum/payment/money';
import type {
  Checked,
  Dispute,
  OrderRequest,
  PaymentClient,
  PaymentConnection,
  PaymentValues,
  RawMessage,
  ServiceEvent,
} from '@bakkum/payment/provider';
import { invoiceOf } from '@bakkum/payment/record';
import { orGone, parsedJson, segment } from '@bakkum/payment/service-requests';
import type { z } from 'zod';
import { type Connection, connect } from './connection.ts';
import { checkSignature, verificationOf } from './signature.ts';
import { createSubscriptionClient } from './subscriptions.ts';
import {
  captureAnswer,
  captureOf,
  disputeAnswer,
  disputeOf,
  disputesAnswer,
  eventBody,
  orderAnswer,
  orderOf,
  refundAnswer,
  refundOf,
  verificationAnswer,
} from './wire.ts';

const LOCALES = { en: 'en-US', ko: 'ko-KR' } as const;
/** Maximum length of each text in characters. */
const MAX_TEXT_LENGTH = 127;
const MAX_CERTIFICATES = 20;
/** Forged messages may name nonexistent certificates, so PayPal receives at most one request in this time. */
const BETWEEN_CERTIFICATES_MS = 1000;

/** Orders API version 2, captures, refunds, disputes, subscriptions, and verification of webhook messages. */
export function createClient(values: PaymentValues, given: PaymentConnection = {}): PaymentClient {
  const connection = connect(values, given);
  const readDispute = async (id: string): Promise<Dispute | undefined> => {
    const dispute = await connection.call({ method: 'GET', path: `/v1/customer/disputes/${segment(id)}` }, disputeAnswer);
    return dispute && disputeOf(dispute);
  };
  return {
    async createOrder(request) {
      const call = {
        method: 'POST',
        path: '/v2/checkout/orders',
        body: orderBody(request),
        once: `order-${request.paymentId}`,
      } as const;
      return orderOf(orGone(await connection.call(call, orderAnswer)));
    },
    async readOrder(orderId) {
      const order = await connection.call({ method: 'GET', path: `/v2/checkout/orders/${segment(orderId)}` }, orderAnswer);
      return order && orderOf(order);
    },
    async capture(orderId, paymentId, attempt) {
      const path = `/v2/checkout/orders/${segment(orderId)}/capture`;
      const once = attempt === 0 ? `capture-${paymentId}` : `capture-${paymentId}-${attempt}`;
      const call = { method: 'POST', path, body: {}, once } as const;
      return orderOf(orGone(await connection.call(call, orderAnswer)));
    },
    async readCapture(id) {
      const capture = await connection.call({ method: 'GET', path: `/v2/payments/captures/${segment(id)}` }, captureAnswer);
      return capture && captureOf(capture);
    },
    async refund(captureId, refundId, money) {
      const path = `/v2/payments/captures/${segment(captureId)}/refund`;
      const body = { amount: { value: decimalOf(money), currency_code: money.currency } };
      const call = { method: 'POST', path, body, once: `refund-${refundId}` } as const;
      return refundOf(orGone(await connection.call(call, refundAnswer)));
    },
    async readRefund(id) {
      const refund = await connection.call({ method: 'GET', path: `/v2/payments/refunds/${segment(id)}` }, refundAnswer);
      return refund && refundOf(refund);
    },
    readDispute,
    async disputesOf(captureId) {
      const path = `/v1/customer/disputes?disputed_transaction_id=${segment(captureId)}`;
      const { items = [] } = (await connection.call({ method: 'GET', path }, disputesAnswer)) ?? {};
      // The list contains neither transactions nor outcomes.
      const disputes = await Promise.all(items.map(({ dispute_id: id }) => readDispute(id)));
      return disputes.filter((dispute) => dispute !== undefined);
    },
    reach: () => connection.reach(),
    check: checker(values, given, connection),
    subscriptions: createSubscriptionClient(values, connection),
  };
}

function orderBody({ paymentId, description, money, locale, brand, returnUrl, cancelUrl }: OrderRequest) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: paymentId,
        invoice_id: invoiceOf(paymentId),
        description: description.slice(0, MAX_TEXT_LENGTH),
        amount: { currency_code: money.currency, value: decimalOf(money) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          locale: LOCALES[locale],
          brand_name: brand.slice(0, MAX_TEXT_LENGTH),
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          // Shows the login page instead of the card form.
          landing_page: 'LOGIN',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          return_url: returnUrl,
          cancel_url: cancelUrl,
        },
      },
    },
  };
}

function checker(values: PaymentValues, given: PaymentConnection, connection: Connection): PaymentClient['check'] {
  const certificates = new Map<string, Promise<string>>();
  let readAt = Number.NEGATIVE_INFINITY;
  const certificate = (address: string): Promise<string> => {
    const known = certificates.get(address);
    if (known) return known;
    if (Math.abs(Date.now() - readAt) < BETWEEN_CERTIFICATES_MS) {
      return Promise.reject(new PaymentFault('unavailable', 'too many certificates'));
    }
    readAt = Date.now();
    const reading = connection.text(address);
    if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
    certificates.set(address, reading);
    reading.catch(() => certificates.delete(address));
    return reading;
  };
  const isConfirmed = async (message: RawMessage): Promise<boolean> => {
    const json = verificationOf(message, values.webhookId ?? '');
    const path = '/v1/notifications/verify-webhook-signature';
    return (await connection.call({ method: 'POST', path, json }, verificationAnswer))?.verification_status === 'SUCCESS';
  };
  return async (message: RawMessage): Promise<Checked> => {
    const { webhookId = '', base = '' } = values;
    const now = given.now?.() ?? new Date();
    const rules = { webhookId, base, now, certificate, ...(given.roots && { roots: given.roots }) };
    const outcome = await checkSignature(message, rules);
    if (outcome !== 'ok' && outcome !== 'chain') return { outcome: 'forged', why: outcome };
    const event = eventOf(message.body);
    if (!event) return { outcome: 'forged', why: 'body' };
    return outcome === 'ok' || (await isConfirmed(message)) ? { outcome: 'genuine', event } : { outcome: 'forged', why: outcome };
  };
}

function eventOf(body: Uint8Array): ServiceEvent | undefined {
  const parsed = eventBody.safeParse(parsedJson(new TextDecoder().decode(body)));
  if (!parsed.success) return undefined;
  const { id, event_type: type, resource } = parsed.data;
  return { id, type, subject: subjectOf(type, resource) };
}

type Resource = z.infer<typeof eventBody>['resource'];

function subjectOf(type: string, resource: Resource): ServiceEvent['subject'] {
  const id = resource.id ?? '';
  if (type.startsWith('CHECKOUT.ORDER.')) return { kind: 'order', id };
  // The resource is the refund; its `up` link refers to the capture.
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED')
    return { kind: 'capture', id: captureAbove(resource) };
  if (type.startsWith('PAYMENT.CAPTURE.')) return { kind: 'capture', id };
  if (type.startsWith('PAYMENT.REFUND.')) return { kind: 'refund', id };
  // The resource of a returned sale is the refund.
  if (type.startsWith('PAYMENT.SALE.')) return { kind: 'sale', id: resource.sale_id ?? id };
  if (type.startsWith('BILLING.SUBSCRIPTION.')) return { kind: 'subscription', id };
  if (type.startsWith('CUSTOMER.DISPUTE.')) return { kind: 'dispute', id: resource.dispute_id ?? id };
  return { kind: 'other', id };
}

function captureAbove({ id = '', links = [] }: Resource): string {
  const above = links.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'));
  return above?.href.split('/').at(-1) ?? id;
}
