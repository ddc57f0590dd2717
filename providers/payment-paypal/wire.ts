/** Schemas of the PayPal answers in use, and their conversion to our types. */
import { PaymentFault } from '@bakkum/payment/fault';
import { moneyOf } from '@bakkum/payment/money';
import type { Capture, Dispute, Order, Refunded } from '@bakkum/payment/provider';
import { z } from 'zod';

const link = z.object({ rel: z.string(), href: z.string() });
const money = z.object({ value: z.string(), currency_code: z.string() });

export const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

export const verificationAnswer = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

export const captureAnswer = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  final_capture: z.boolean().optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
});

export const orderAnswer = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  payer: z.object({ payer_id: z.string().optional() }).optional(),
  links: z.array(link).optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        invoice_id: z.string().optional(),
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
        payments: z
          .object({
            captures: z.array(captureAnswer).optional(),
            refunds: z.array(z.object({ status: z.string(), amount: money })).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
});

export const refundAnswer = z.object({ id: z.string(), status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']) });

export const disputesAnswer = z.object({ items: z.array(z.object({ dispute_id: z.string() })).optional() });

export const disputeAnswer = z.object({
  dispute_id: z.string(),
  status: z.string(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).optional(),
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
});

/** Body of an error: `name` and the `issue` of its details are codes. */
export const refusalAnswer = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

/** Body of a webhook message: `resource` depends on its type. */
export const eventBody = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  resource: z.object({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    sale_id: z.string().optional(),
    links: z.array(link).optional(),
  }),
});

const CAPTURE_STATES = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'gone-back',
  PARTIALLY_REFUNDED: 'partly-back',
} as const satisfies Readonly<Record<z.infer<typeof captureAnswer>['status'], Capture['state']>>;

/** @throws PaymentFault for an amount that cannot be compared */
function amountOf({ value, currency_code: currency }: z.infer<typeof money>): Capture['money'] {
  try {
    return moneyOf(value, currency);
  } catch {
    throw new PaymentFault('unknown', 'an amount without two decimals');
  }
}

export function captureOf(answer: z.infer<typeof captureAnswer>): Capture {
  const orderId = answer.supplementary_data?.related_ids?.order_id;
  return {
    id: answer.id,
    state: CAPTURE_STATES[answer.status],
    money: amountOf(answer.amount),
    final: answer.final_capture ?? true,
    ...(answer.custom_id !== undefined && { paymentId: answer.custom_id }),
    ...(answer.invoice_id !== undefined && { invoiceId: answer.invoice_id }),
    ...(orderId !== undefined && { orderId }),
  };
}

const ORDER_STATES = {
  CREATED: 'waiting',
  SAVED: 'waiting',
  PAYER_ACTION_REQUIRED: 'waiting',
  APPROVED: 'approved',
  COMPLETED: 'completed',
  VOIDED: 'gone',
} as const satisfies Readonly<Record<z.infer<typeof orderAnswer>['status'], Order['state']>>;

export function orderOf({ id, status, payer, links, purchase_units: units }: z.infer<typeof orderAnswer>): Order {
  const approve = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
  return {
    id,
    state: ORDER_STATES[status],
    ...(approve !== undefined && { approveUrl: approve }),
    ...(payer?.payer_id !== undefined && { payerId: payer.payer_id }),
    ...(units?.[0] && unitOf(units[0])),
  };
}

type Unit = NonNullable<z.infer<typeof orderAnswer>['purchase_units']>[number];

function unitOf({ custom_id: paymentId, invoice_id: invoiceId, payee, payments }: Unit): Partial<Order> {
  const captures = payments?.captures ?? [];
  const refunds = payments?.refunds?.filter(({ status }) => status === 'COMPLETED') ?? [];
  const refunded = refunds.reduce((sum, { amount }) => sum + amountOf(amount).minor, 0);
  // A declined capture remains next to the later successful one.
  const capture = captures.find(({ status }) => CAPTURE_STATES[status] !== 'declined') ?? captures.at(-1);
  return {
    ...(paymentId !== undefined && { paymentId }),
    ...(invoiceId !== undefined && { invoiceId }),
    ...(payee?.merchant_id !== undefined && { payee: payee.merchant_id }),
    ...(capture && { capture: captureOf(capture) }),
    ...(refunded > 0 && { refunded }),
  };
}

const REFUND_STATES = { COMPLETED: 'completed', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const;

export function refundOf({ id, status }: z.infer<typeof refundAnswer>): Refunded {
  return { id, state: REFUND_STATES[status] };
}

/** Who keeps the money, by outcome; all others need manual review, such as payouts by PayPal itself. */
const DISPUTE_STATES: Readonly<Record<string, Dispute['state']>> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
};

export function disputeOf({ dispute_id: id, status, ...answer }: z.infer<typeof disputeAnswer>): Dispute {
  const captureIds = (answer.disputed_transactions ?? []).flatMap(({ seller_transaction_id: one }) => (one ? [one] : []));
  if (status !== 'RESOLVED') return { id, captureIds, state: 'open' };
  const outcome = answer.dispute_outcome?.outcome_code ?? 'none';
  return { id, captureIds, state: DISPUTE_STATES[outcome] ?? 'unclear', outcome };
}
