import type { Tier } from '@bakkum/studio-options/resolutions';

export const PLAN_IDS = ['free', 'monthly', 'annual', 'demo'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export type Plan = {
  /** Credits per cycle. */
  readonly credits: number;
  readonly cycle: { readonly days: number } | { readonly months: number };
  readonly premium: boolean;
  /** Terms of a purchase; absent for plans that are not on sale. */
  readonly sale?: {
    /** Decimal string. */
    readonly price: string;
    readonly currency: 'USD';
    /** The price of twelve single months. */
    readonly originalPrice?: string;
    /** Length of a paid period in days. */
    readonly days: number;
  };
};

/** Contents of each plan. These numbers are defined only here. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { credits: 10, cycle: { days: 30 }, premium: false },
  // A cycle is as long as the plan; otherwise a second cycle would start within a 28-day month.
  monthly: { credits: 500, cycle: { days: 30 }, premium: true, sale: { price: '20.00', currency: 'USD', days: 30 } },
  annual: {
    credits: 500,
    cycle: { months: 1 },
    premium: true,
    sale: { price: '200.00', currency: 'USD', originalPrice: '240.00', days: 365 },
  },
  demo: { credits: 500, cycle: { days: 7 }, premium: true },
};

export const PACK_IDS = ['pack100', 'pack500'] as const;
export type PackId = (typeof PACK_IDS)[number];

export type Pack = {
  readonly credits: number;
  /** Decimal string. */
  readonly price: string;
  readonly currency: 'USD';
  /** Days until unused credits expire. */
  readonly days: number;
};

/**
 * One-time purchases of credits, available with any plan. Credits cost more than in a plan because they last a year, and less in the
 * larger pack.
 */
export const PACKS: Readonly<Record<PackId, Pack>> = {
  pack100: { credits: 100, price: '5.00', currency: 'USD', days: 365 },
  pack500: { credits: 500, price: '24.00', currency: 'USD', days: 365 },
};

export function isPackId(value: unknown): value is PackId {
  return PACK_IDS.some((id) => id === value);
}

/** `spec`: days after completion during which a payment can be refunded. */
export const REFUND_DAYS = 7;

/** The studio tier of a plan. */
export function tierOf(plan: PlanId): Tier {
  if (plan === 'annual') return 'annual';
  return PLANS[plan].premium ? 'premium' : 'free';
}

export function isPlanId(value: unknown): value is PlanId {
  return PLAN_IDS.some((id) => id === value);
}
