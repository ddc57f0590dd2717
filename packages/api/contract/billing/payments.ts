import { z } from 'zod';
import { text } from '../text.ts';
import { PAYMENT_STATES, REFUND_STATES } from './payment-states.ts';
import { PACK_IDS } from './plans.ts';
import { SOLD_PLANS } from './sold-plans.ts';
import { renewal, subscription } from './subscriptions.ts';

const moment = z.iso.datetime();

export { SOLD_PLANS, type SoldPlan } from './sold-plans.ts';
/** Everything on sale: plans and credit packs. */
export const PRODUCTS = [...SOLD_PLANS, ...PACK_IDS] as const;
export type Product = (typeof PRODUCTS)[number];

/** Ways to pay: PayPal in dollars, or the payment windows of Korean gateways in won. */
export const PAYMENT_WAYS = ['paypal', 'portone'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];
const way = z.enum(PAYMENT_WAYS);

/** Means of payment that a payment window can open. */
export const PAYMENT_MEANS = ['card', 'kakaopay', 'tosspay'] as const;
export type PaymentMeans = (typeof PAYMENT_MEANS)[number];

export const payment = z.object({
  id: z.uuid(),
  /** Number by which buyer and operator refer to the payment. */
  number: z.string(),
  product: z.enum(PRODUCTS),
  /** Credits of each cycle, or of the pack. */
  credits: z.number().int(),
  /** Decimal string. */
  amount: z.string(),
  /** Value of the replaced plan that was deducted, a decimal string. */
  deducted: z.string().optional(),
  currency: z.string(),
  way,
  /** Whether it was made with a fake service, which takes no money. */
  test: z.boolean(),
  /** The payment service's own receipt, such as a card slip or a cash receipt (현금영수증). */
  receiptUrl: z.string().optional(),
  /** Tax that the amount includes: its name, its rate in percent, and its amount as a decimal string. */
  tax: z.object({ name: z.string(), percent: z.number(), amount: z.string() }).optional(),
  /** `created` and `ordered` wait for the buyer; `capturing` and `pending` wait for the service. */
  state: z.enum(PAYMENT_STATES),
  /** Why the buyer has to act again, or why the payment failed. */
  problem: z.enum(['declined', 'not-approved', 'mismatch', 'plan-changed', 'subscription-ended', 'gone', 'rejected']).optional(),
  createdAt: moment,
  capturedAt: moment.optional(),
  /** Start of the paid period, or of the time in which a pack can be used. */
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
  /** The subscription that renews the plan, or the last one while its paid time runs. */
  subscription: subscription.optional(),
});
export type PaymentsView = z.infer<typeof paymentsResponse>;

/** When a purchase starts: immediately, or when the current paid time ends. */
export const STARTS = ['now', 'after'] as const;
export type Start = (typeof STARTS)[number];

/** Unused value of the running plan, which an upgrade deducts (docs/decisions/065-packs-and-upgrades.md). */
export const deduction = z.object({
  plan: z.enum(SOLD_PLANS),
  /** Decimal string. */
  amount: z.string(),
  /** Paid days left, including the current one. */
  daysLeft: z.number().int(),
  days: z.number().int(),
  /** Paid credits left. They stay valid until `creditsUntil`. */
  creditsLeft: z.number().int(),
  credits: z.number().int(),
  creditsUntil: moment,
});

/** A way to buy a product now. */
export const offer = z.object({
  start: z.enum(STARTS),
  /** Price to pay, a decimal string. */
  amount: z.string(),
  currency: z.string(),
  startsAt: moment,
  /** Exclusive. */
  endsAt: moment,
  deduction: deduction.optional(),
  /** Unspent free credits that end when the plan starts. */
  freeCreditsEnding: z.number().int(),
});
export type Offer = z.infer<typeof offer>;
/**
 * GET /api/payments/offers: ways to pay once, the recommended one first, and how the plan can renew instead. Without either, the user
 * has a subscription.
 */
export const offersResponse = z.object({ offers: z.array(offer), renewal: renewal.optional() });
/** Without a way, the first one that is configured. */
export const offersQuery = z.object({ product: z.enum(PRODUCTS), way: way.optional() });

/**
 * POST /api/payments. The server sets the price; `amount` is the one the buyer saw. If it has changed, nothing is ordered and the
 * request fails with `price-changed`.
 */
export const checkoutRequest = z.object({
  product: z.enum(PRODUCTS),
  start: z.enum(STARTS),
  amount: text().max(12),
  locale: z.enum(['en', 'ko']),
  /** Without a way, the first one that is configured. */
  way: way.optional(),
});
/** With `approveUrl`, the buyer has to approve there. Without it, an earlier payment of the buyer is being completed. */
export const checkoutResponse = z.object({ paymentId: z.uuid(), approveUrl: z.string().optional() });

/** POST /api/payments/return: the buyer returned from the service. The order number is only a hint. */
export const returnRequest = z.object({ order: text().min(1).max(64), cancelled: z.boolean().default(false) });
