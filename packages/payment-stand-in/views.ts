/** Answers as PayPal gives them. */
import { captureIdOf, refundIdOf } from './messages.ts';
import type { StandInOrder } from './store.ts';

export function orderView(order: StandInOrder, merchant: string, agreeAt: string) {
  const href = `${agreeAt}?token=${order.id}`;
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
        ...(order.capture && { payments: { captures: [captureView(order)] } }),
      },
    ],
    ...(order.status !== 'PAYER_ACTION_REQUIRED' && { payer: { payer_id: order.payerId } }),
    links: order.status === 'PAYER_ACTION_REQUIRED' ? [{ rel: 'payer-action', href, method: 'GET' }] : [],
  };
}

export function captureView({ id, customId, invoiceId, capture, amount }: StandInOrder) {
  return {
    id: captureIdOf(id),
    status: capture?.status,
    amount: capture?.amount ?? amount,
    custom_id: customId,
    invoice_id: invoiceId,
    final_capture: true,
    supplementary_data: { related_ids: { order_id: id } },
  };
}

export function refundView({ id, refund, amount }: StandInOrder) {
  return { id: refundIdOf(id), status: refund?.status, amount };
}
