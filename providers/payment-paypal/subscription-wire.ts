/** Schemas of PayPal's answers about subscriptions and their payments, and their conversion to our types. */
import { PaymentFault } from '@bakkum/payment/fault';
import { moneyOf } from '@bakkum/payment/money';
import type { Capture, Money, Refunded, ServicePlan, ServiceSubscription } from '@bakkum/payment/provider';
import { z } from 'zod';

const link = z.object({ rel: z.string(), href: z.string() });
const money = z.object({ value: z.string(), currency_code: z.string() });
/** Amounts of version 1 of the Payments API. */
const total = z.object({ total: z.string(), currency: z.string() });
const moment = z.iso.datetime({ offset: true });

export const productAnswer = z.object({ id: z.string() });

export const planAnswer = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'INACTIVE', 'ACTIVE']).optional(),
  billing_cycles: z
    .array(
      z.object({
        tenure_type: z.string(),
        frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
        pricing_scheme: z.object({ fixed_price: money.optional() }).optional(),
      }),
    )
    .optional(),
});
export const plansAnswer = z.object({ plans: z.array(planAnswer).optional() });

export const subscriptionAnswer = z.object({
  id: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  plan_id: z.string(),
  custom_id: z.string().optional(),
  subscriber: z.object({ payer_id: z.string().optional() }).optional(),
  billing_info: z
    .object({
      next_billing_time: moment.optional(),
      failed_payments_count: z.number(),
      last_failed_payment: z.object({ time: moment, next_payment_retry_time: moment.optional() }).optional(),
    })
    .optional(),
  links: z.array(link).optional(),
});

export const revisionAnswer = z.object({ links: z.array(link).optional() });

export const transactionsAnswer = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']).optional(),
        status_details: z.object({ reason: z.string().optional() }).optional(),
        amount_with_breakdown: z.object({ gross_amount: money }),
        time: moment,
      }),
    )
    .optional(),
});

export const saleAnswer = z.object({
  id: z.string(),
  /** PayPal also sends states that it does not document, such as `reversed`. */
  state: z.string(),
  reason_code: z.string().optional(),
  amount: total,
  billing_agreement_id: z.string().optional(),
  create_time: moment,
});

export const saleRefundAnswer = z.object({ id: z.string(), state: z.enum(['pending', 'completed', 'cancelled', 'failed']) });

/** @throws PaymentFault for an amount that cannot be compared */
function amountOf(value: string, currency: string): Money {
  try {
    return moneyOf(value, currency);
  } catch {
    throw new PaymentFault('unknown', 'an amount without two decimals');
  }
}

/** Returns undefined for plans that do not count in days: a month of 28 days would end before its credits do. */
export function planOf({ id, status, billing_cycles: cycles = [] }: z.infer<typeof planAnswer>): ServicePlan | undefined {
  const [cycle, ...others] = cycles;
  const price = cycle?.pricing_scheme?.fixed_price;
  if (!cycle || !price || others.length > 0 || cycle.tenure_type !== 'REGULAR') return undefined;
  const { interval_unit: unit, interval_count: count } = cycle.frequency;
  if (unit !== 'DAY') return undefined;
  return { id, money: amountOf(price.value, price.currency_code), days: count, active: status === 'ACTIVE' };
}

const SUBSCRIPTION_STATES = {
  APPROVAL_PENDING: 'waiting',
  APPROVED: 'active',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'ended',
  EXPIRED: 'ended',
} as const satisfies Readonly<Record<z.infer<typeof subscriptionAnswer>['status'], ServiceSubscription['state']>>;

export function subscriptionOf(answer: z.infer<typeof subscriptionAnswer>): ServiceSubscription {
  const { billing_info: billing, subscriber } = answer;
  const failed = billing?.last_failed_payment;
  const failures = billing?.failed_payments_count ?? 0;
  const approveUrl = approvalIn(answer);
  return {
    id: answer.id,
    state: SUBSCRIPTION_STATES[answer.status],
    planId: answer.plan_id,
    failures,
    ...(approveUrl !== undefined && { approveUrl }),
    ...(answer.custom_id !== undefined && { subscriptionId: answer.custom_id }),
    ...(subscriber?.payer_id !== undefined && { payerId: subscriber.payer_id }),
    ...(billing?.next_billing_time !== undefined && { nextChargeAt: new Date(billing.next_billing_time) }),
    // An old failure stays in the answer after a later payment.
    ...(failed && failures > 0 && { failedAt: new Date(failed.time) }),
    ...(failed?.next_payment_retry_time !== undefined && { retryAt: new Date(failed.next_payment_retry_time) }),
  };
}

export function approvalIn({ links }: z.infer<typeof revisionAnswer>): string | undefined {
  return links?.find(({ rel }) => rel === 'approve')?.href;
}

const TRANSACTION_STATES = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  REFUNDED: 'gone-back',
  PARTIALLY_REFUNDED: 'partly-back',
} as const;

type Transaction = NonNullable<z.infer<typeof transactionsAnswer>['transactions']>[number];

/** A transaction without a status counts as pending. */
export function chargeOf({ id, status, status_details: details, amount_with_breakdown: amount, time }: Transaction): Capture {
  const { value, currency_code: currency } = amount.gross_amount;
  return {
    id,
    state: status ? TRANSACTION_STATES[status] : 'pending',
    money: amountOf(value, currency),
    final: true,
    chargedAt: new Date(time),
    ...returnedBy(details?.reason),
  };
}

const SALE_STATES: Readonly<Record<string, Capture['state']>> = {
  completed: 'completed',
  pending: 'pending',
  denied: 'declined',
  refunded: 'gone-back',
  reversed: 'gone-back',
  partially_refunded: 'partly-back',
};

export function saleOf(answer: z.infer<typeof saleAnswer>): Capture {
  const agreement = answer.billing_agreement_id;
  return {
    id: answer.id,
    state: SALE_STATES[answer.state] ?? 'pending',
    money: amountOf(answer.amount.total, answer.amount.currency),
    final: true,
    chargedAt: new Date(answer.create_time),
    ...(agreement !== undefined && { serviceSubscriptionId: agreement }),
    ...(answer.state === 'reversed' ? ({ returnedBy: 'bank' } as const) : returnedBy(answer.reason_code)),
  };
}

/** Only a chargeback tells who returned the money. */
function returnedBy(reason: string | undefined): Pick<Capture, 'returnedBy'> {
  return reason === 'CHARGEBACK' ? { returnedBy: 'bank' } : {};
}

const REFUND_STATES = { completed: 'completed', pending: 'pending', failed: 'failed', cancelled: 'failed' } as const;

export function saleRefundOf({ id, state }: z.infer<typeof saleRefundAnswer>): Refunded {
  return { id, state: REFUND_STATES[state] };
}
