import { z } from 'zod';
import { PAYMENT_STATES, REFUND_STATES } from './payment-states.ts';

const moment = z.iso.datetime();
/** Plans that are sold. */
export const SOLD_PLANS = ['monthly', 'annual'] as const;
export type SoldPlan = (typeof SOLD_PLANS)[number];

export const payment = z.object({
  id: z.uuid(),
  /** What buyer and operator call it. */
  number: z.string(),
  plan: z.enum(SOLD_PLANS),
  /** Decimal string. */
  amount: z.string(),
  currency: z.string(),
  /** `created` and `ordered` wait for the buyer, `capturing` and `pending` for the service. */
  state: z.enum(PAYMENT_STATES),
  /** Why the buyer has to do something again, or why it failed. */
  problem: z.enum(['declined', 'not-approved', 'mismatch', 'gone', 'rejected']).optional(),
  createdAt: moment,
  capturedAt: moment.optional(),
  /** The time that was bought. */
  startsAt: moment.optional(),
  endsAt: moment.optional(),
  refund: z.object({ state: z.enum(REFUND_STATES), at: moment }).optional(),
  /** How it can be taken back now. */
  refundWay: z.enum(['at-once', 'ask', 'none']),
});
export type PaymentView = z.infer<typeof payment>;
export const paymentResponse = z.object({ payment });

/** GET /api/payments; newest first. `periods`: what was paid for and is not over, in order. */
export const paymentsResponse = z.object({
  payments: z.array(payment),
  periods: z.array(z.object({ plan: z.enum(SOLD_PLANS), startsAt: moment, endsAt: moment })),
});
export type PaymentsView = z.infer<typeof paymentsResponse>;

/** POST /api/payments: no amount, as the price is ours. */
export const checkoutRequest = z.object({ plan: z.enum(SOLD_PLANS), locale: z.enum(['en', 'ko']) });
/** With `approveUrl` the buyer has to agree there; without one, an earlier payment of theirs goes through now. */
export const checkoutResponse = z.object({ paymentId: z.uuid(), approveUrl: z.string().optional() });

/** POST /api/payments/return: the buyer is back from the service, whose number of the order is only a hint. */
export const returnRequest = z.object({ order: z.string().min(1).max(64), cancelled: z.boolean().default(false) });
