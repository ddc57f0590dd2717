/** Responses about subscriptions in PayPal's format. */
import type { FakePlan, FakeSale, FakeSubscription } from './store.ts';

export function planView({ id, productId, name, days, amount }: FakePlan) {
  return {
    id,
    product_id: productId,
    name,
    status: 'ACTIVE',
    billing_cycles: [
      {
        pricing_scheme: { version: 1, fixed_price: amount },
        frequency: { interval_unit: 'DAY', interval_count: days },
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
      },
    ],
  };
}

export function subscriptionView(subscription: FakeSubscription, approvalUrl: string) {
  const { id, status, plan, customId, payerId, createdAt, nextAt, failures, failedAt, retryAt, sales } = subscription;
  const isWaiting = status === 'APPROVAL_PENDING';
  const isCharging = status === 'ACTIVE' || status === 'SUSPENDED';
  const last = sales.at(-1);
  return {
    id,
    status,
    plan_id: plan.id,
    custom_id: customId,
    create_time: createdAt,
    ...(!isWaiting && {
      subscriber: { payer_id: payerId },
      billing_info: {
        outstanding_balance: { ...plan.amount, value: failures > 0 ? plan.amount.value : '0.00' },
        failed_payments_count: failures,
        ...(isCharging && { next_billing_time: nextAt }),
        ...(last && { last_payment: { amount: last.amount, time: last.at } }),
        ...(failedAt && {
          last_failed_payment: { amount: plan.amount, time: failedAt, ...(retryAt && { next_payment_retry_time: retryAt }) },
        }),
      },
    }),
    links: isWaiting ? [{ rel: 'approve', href: `${approvalUrl}?ba_token=${tokenOf(id)}`, method: 'GET' }] : [],
  };
}

/** The token of the approval page. */
export const tokenOf = (subscriptionId: string): string => `BA-${subscriptionId.slice(2)}`;

const TRANSACTION_STATES = {
  completed: 'COMPLETED',
  partially_refunded: 'PARTIALLY_REFUNDED',
  pending: 'PENDING',
  refunded: 'REFUNDED',
  denied: 'DECLINED',
} as const;

export function transactionView({ id, state, amount, at, reversed }: FakeSale) {
  return {
    id,
    status: TRANSACTION_STATES[state],
    ...(reversed && { status_details: { reason: 'CHARGEBACK' } }),
    amount_with_breakdown: { gross_amount: amount },
    time: at,
  };
}

export function saleView({ id, state, amount, at, reversed }: FakeSale, subscriptionId: string) {
  return {
    id,
    state,
    amount: { total: amount.value, currency: amount.currency_code },
    ...(reversed && { reason_code: 'CHARGEBACK' }),
    parent_payment: `PAY-${id}`,
    billing_agreement_id: subscriptionId,
    create_time: at,
  };
}

export function saleRefundView({ id, amount, refund }: FakeSale) {
  return { id: `${id}R`, sale_id: id, state: refund?.state, amount: { total: amount.value, currency: amount.currency_code } };
}
