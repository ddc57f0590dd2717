/** Builds responses in PayPal's format. */
import { captureIdOf, refundIdOf } from './messages.ts';
import type { FakeOrder } from './store.ts';

export function orderView(order: FakeOrder, merchant: string, approvalUrl: string) {
  const href = `${approvalUrl}?token=${order.id}`;
  return {
    id: order.id,
    status: order.status,
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        description: order.description,
        amount: order.amount,
        payee: { merchant_id: merchant },
        ...(order.capture && { payments: { captures: [captureOf(order)], refunds: refundsOf(order) } }),
      },
    ],
    ...(order.status !== 'PAYER_ACTION_REQUIRED' && { payer: { payer_id: order.payerId } }),
    links: order.status === 'PAYER_ACTION_REQUIRED' ? [{ rel: 'payer-action', href, method: 'GET' }] : [],
  };
}

/** A capture within its order. Only a capture requested separately contains the id of its order. */
function captureOf({ id, customId, invoiceId, capture, amount }: FakeOrder) {
  return {
    id: captureIdOf(id),
    status: capture?.status,
    amount: capture?.amount ?? amount,
    custom_id: customId,
    invoice_id: invoiceId,
    final_capture: true,
  };
}

export function captureView(order: FakeOrder) {
  return { ...captureOf(order), supplementary_data: { related_ids: { order_id: order.id } } };
}

export function refundView(order: FakeOrder) {
  return { id: refundIdOf(order.id), status: order.refund?.status, amount: amountOf(order.amount, leftOf(order)) };
}

function refundsOf(order: FakeOrder) {
  const parts = order.parts.map((amount, index) => ({ id: `${refundIdOf(order.id)}${index}`, status: 'COMPLETED', amount }));
  return order.refund ? [...parts, refundView(order)] : parts;
}

/** Returns what partial refunds left of a capture, in cents. */
export function leftOf({ amount, capture, parts }: FakeOrder): number {
  return parts.reduce((left, { value }) => left - centsOf(value), centsOf((capture?.amount ?? amount).value));
}

export function centsOf(value: string): number {
  return Math.round(Number(value) * 100);
}

function amountOf({ currency_code }: FakeOrder['amount'], cents: number) {
  return { value: (cents / 100).toFixed(2), currency_code };
}
