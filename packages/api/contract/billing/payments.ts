import { z } from 'zod';
import { text } from '../text.ts';
import { PAYMENT_STATES, REFUND_STATES } from './payment-states.ts';

const moment = z.iso.datetime();
/** Plans on sale. */
export const SOLD_PLANS = ['monthly', 'annual'] as const;
export type SoldPlan = (typeof SOLD_PLANS)[number];

export const payment = z.object({
  id: z.uuid(),
  /** Number by which buyer and operator refer to the payment. */
  number: z.string(),
  plan: z.enum(SOLD_PLANS),
  /** Decimal string. */
  amount: z.string(),
  currency: z.string(),
  /** `created` and `ordered` wait for the buyer; `capturing` and `pending` wait for the service. */
  state: z.enum(PAYMENT_STATES),
  /** Why the buyer has to act again, or why the payment failed. */
  problem: z.enum(['declined', 'not-approved', 'mismatch', 'gone', 'rejected']).optional(),
  createdAt: moment,
  capturedAt: moment.optional(),
  /** Start of the paid period. */
  startsAt: moment.optional(),
  endsAt: moment.optional(),
  refund: z.object({ state: z.enum(REFUND_STATES), at: moment }).optional(),
  /** How a refund is possible now. */
  refundWay: z.enum(['at-once', 'ask', 'none']),
});
export type PaymentView = z.infer<typeof payment>;
export const paymentResponse = z.object({ payment });

/** GET /api/payments; newest first. `periods` are the paid periods that have not ended, in order. */
export const paymentsResponse = z.object({
  payments: z.array(payment),
  periods: z.array(z.object({ plan: z.enum(SOLD_PLANS), startsAt: moment, endsAt: moment })),
});
export type PaymentsView = z.infer<typeof paymentsResponse>;

/** POST /api/payments. The request contains no amount; the server sets the price. */
export const checkoutRequest = z.object({ plan: z.enum(SOLD_PLANS), locale: z.enum(['en', 'ko']) });
/** With `approveUrl`, the buyer has to approve there. Without it, an earlier payment of the buyer is being completed. */
export const checkoutResponse = z.object({ paymentId: z.uuid(), approveUrl: z.string().optional() });

/** POST /api/payments/return: the buyer returned from the service. The order number is only a hint. */
export const returnRequest = z.object({ order: text().min(1).max(64), cancelled: z.boolean().default(false) });
