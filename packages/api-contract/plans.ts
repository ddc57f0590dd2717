import type { Tier } from '@bakkum/studio-options/resolutions';

export const PLAN_IDS = ['free', 'monthly', 'annual', 'demo'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export type Plan = {
  /** Of every cycle. */
  readonly credits: number;
  readonly cycle: { readonly days: number } | { readonly months: number };
  readonly premium: boolean;
  /** For one who buys it; absent where it is not sold. */
  readonly sale?: {
    /** Decimal string. */
    readonly price: string;
    readonly currency: 'USD';
    /** What twelve single months would cost. */
    readonly originalPrice?: string;
    /** How long it runs once paid, in days. */
    readonly days: number;
  };
};

/** What each plan gives: the only place where these numbers stand. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { credits: 10, cycle: { days: 30 }, premium: false },
  // A cycle is as long as the plan: a second one would begin in a month of 28 days.
  monthly: { credits: 500, cycle: { days: 30 }, premium: true, sale: { price: '20.00', currency: 'USD', days: 30 } },
  annual: {
    credits: 500,
    cycle: { months: 1 },
    premium: true,
    sale: { price: '200.00', currency: 'USD', originalPrice: '240.00', days: 365 },
  },
  demo: { credits: 500, cycle: { days: 7 }, premium: true },
};

/** `spec`: a payment can be taken back for so long after it went through. */
export const REFUND_DAYS = 7;

/** What a plan lets one order of the studio. */
export function tierOf(plan: PlanId): Tier {
  if (plan === 'annual') return 'annual';
  return PLANS[plan].premium ? 'premium' : 'free';
}

export function isPlanId(value: unknown): value is PlanId {
  return PLAN_IDS.some((id) => id === value);
}
