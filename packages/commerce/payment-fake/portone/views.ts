/** Builds responses in PortOne's format. */
import { cancellableOf, type FakePayment } from './store.ts';

export function paymentView(payment: FakePayment, storeId: string) {
  const { id, status, transactionId, channelKey, orderName, total, currency, card, at, cancellations, disputes } = payment;
  const isPaid = status === 'PAID' || status === 'PARTIAL_CANCELLED' || status === 'CANCELLED';
  const cancelled = isPaid ? total - cancellableOf(payment) : 0;
  const last = cancellations.at(-1);
  return {
    status,
    id,
    transactionId,
    merchantId: 'merchant-fake',
    storeId,
    channel: { type: 'TEST', key: channelKey, name: 'Fake', pgProvider: 'TOSSPAYMENTS', pgMerchantId: 'fake' },
    version: 'V2',
    requestedAt: at,
    updatedAt: at,
    statusChangedAt: at,
    orderName,
    amount: { total, taxFree: 0, discount: 0, paid: isPaid ? total : 0, cancelled, cancelledTaxFree: 0 },
    currency,
    customer: {},
    ...(isPaid && {
      paidAt: at,
      method: methodOf(card),
      ...(card !== undefined && { receiptUrl: `https://receipts.example/${id}` }),
    }),
    ...(status === 'PAID' && card === undefined && { cashReceipt: cashReceiptOf(payment) }),
    ...(status === 'PAID' && { disputes }),
    ...(status === 'FAILED' && { failedAt: at, failure: { reason: 'declined by the fake' } }),
    ...(cancellations.length > 0 && { cancellations: cancellations.map(cancellationView) }),
    ...(isPaid && status !== 'PAID' && last && { cancelledAt: last.at }),
  };
}

/** Wallets pay like cash, so their payments have a cash receipt instead of a card slip. */
function cashReceiptOf({ id, total, currency, at }: FakePayment) {
  const url = `https://receipts.example/cash/${id}`;
  return { status: 'ISSUED', issueNumber: '1', totalAmount: total, currency, issuedAt: at, url };
}

function methodOf(card: string | undefined) {
  if (card === undefined) return { type: 'PaymentMethodEasyPay', provider: 'KAKAOPAY' };
  return { type: 'PaymentMethodCard', card: { issuer: 'SHINHAN_CARD', number: card } };
}

export function cancellationView({ id, status, totalAmount, reason, trigger, at }: FakePayment['cancellations'][number]) {
  const time = { requestedAt: at, ...(status === 'SUCCEEDED' && { cancelledAt: at }) };
  return { status, id, totalAmount, taxFreeAmount: 0, vatAmount: Math.round(totalAmount / 11), reason, trigger, ...time };
}
