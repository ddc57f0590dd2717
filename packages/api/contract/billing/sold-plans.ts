/** Plans on sale. */
export const SOLD_PLANS = ['monthly', 'annual'] as const;
export type SoldPlan = (typeof SOLD_PLANS)[number];
