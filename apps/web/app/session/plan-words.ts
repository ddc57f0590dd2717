import type { PlanId } from '@bakkum/api-contract/billing/plans';

/** Names of the plans: keys in the namespace `shell`. */
export const PLAN_WORDS = {
  free: 'planFree',
  monthly: 'planMonthly',
  annual: 'planAnnual',
  demo: 'planDemo',
} as const satisfies Readonly<Record<PlanId, string>>;

export function planWords(plan: string | undefined): (typeof PLAN_WORDS)[PlanId] {
  return Object.entries(PLAN_WORDS).find(([id]) => id === plan)?.[1] ?? 'planFree';
}
