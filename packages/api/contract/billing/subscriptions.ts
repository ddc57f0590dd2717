import { z } from 'zod';
import { text } from '../text.ts';
import { SOLD_PLANS } from './sold-plans.ts';

const moment = z.iso.datetime();

/** `ordered` waits for the buyer's approval; `suspended` after too many failed charges; `expired` was never approved. */
export const SUBSCRIPTION_STATES = ['created', 'ordered', 'active', 'suspended', 'ended', 'expired'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** The buyer has approved and the service may charge. */
export const CHARGING: readonly SubscriptionState[] = ['active', 'suspended'];
/** States that are not final. */
export const OPEN_SUBSCRIPTION: readonly SubscriptionState[] = ['created', 'ordered', ...CHARGING];

/** Why a subscription ends. `replaced`: by an upgrade that was paid at once. */
export const END_REASONS = ['cancelled', 'unpaid', 'refunded', 'replaced', 'account', 'mismatch'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Days a plan continues after its paid time while the service retries a failed charge. */
export const GRACE_DAYS = 10;

const terms = { plan: z.enum(SOLD_PLANS), amount: z.string(), currency: z.string(), days: z.number().int() };

/** A subscription that charges, or that ended last. */
export const subscription = z.object({
  id: z.uuid(),
  number: z.string(),
  ...terms,
  state: z.enum(SUBSCRIPTION_STATES),
  /** Whether it is at a fake service, which takes no money. */
  test: z.boolean(),
  /** The service's page about its automatic payments. */
  manageUrl: z.string(),
  startedAt: moment,
  /** The next charge; absent when there is none. */
  nextChargeAt: moment.optional(),
  /** Until when the plan is paid; absent before the first charge. */
  paidUntil: moment.optional(),
  /** Charges have failed since then. Without a payment, the subscription ends at `endsAt`. */
  failing: z.object({ since: moment, retryAt: moment.optional(), endsAt: moment }).optional(),
  ending: z.object({ by: z.enum(['buyer', 'operator', 'service', 'site']), why: z.enum(END_REASONS), at: moment }).optional(),
  /** Plans it can be changed to. */
  changes: z.array(z.object(terms)),
});
export type SubscriptionView = z.infer<typeof subscription>;
export const subscriptionResponse = z.object({ subscription });

/** How a plan renews, where the operator has set it up. */
export const renewal = z.object({
  /** Price of every cycle, a decimal string. */
  amount: z.string(),
  currency: z.string(),
  days: z.number().int(),
  /** The first charge: now, or shortly before the paid time ends. */
  firstChargeAt: moment,
  secondChargeAt: moment,
  startsNow: z.boolean(),
  freeCreditsEnding: z.number().int(),
});
export type Renewal = z.infer<typeof renewal>;

/** POST /api/subscriptions. `amount` is the price that the buyer saw; if it has changed, the request fails with `price-changed`. */
export const subscribeRequest = z.object({
  plan: z.enum(SOLD_PLANS),
  amount: text().max(12),
  locale: z.enum(['en', 'ko']),
});
/** The buyer has to approve at `approveUrl`. */
export const subscribeResponse = z.object({ approveUrl: z.string() });

/** POST /api/subscriptions/return: the buyer returned from the service, whose number of the subscription is only a hint. */
export const subscriptionReturnRequest = z.object({ subscription: text().min(1).max(64), cancelled: z.boolean().default(false) });
/** `payment` is the first paid cycle; absent while the service has not charged. */
export const subscriptionReturnResponse = z.object({ subscription, payment: z.uuid().optional() });
