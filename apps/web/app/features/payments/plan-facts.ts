import type { SoldPlan } from '@bakkum/api-contract/payments';

/** What everybody on a plan may do. */
export type PlanFacts = {
  /** `2048 × 2048` */
  readonly picture: string;
  readonly batch: number;
  readonly fileBytes: number;
  readonly files: number;
};

export type SoldFacts = PlanFacts & {
  readonly plan: SoldPlan;
  /** Decimal strings. */
  readonly price: string;
  readonly originalPrice?: string;
  readonly currency: string;
  readonly days: number;
  /** Of a cycle. */
  readonly credits: number;
  /** Of the whole time, where there are several cycles. */
  readonly totalCredits?: number;
};

export type PlansView = {
  readonly free: PlanFacts & { readonly credits: number; readonly cycleDays: number };
  readonly sold: readonly SoldFacts[];
  /** A payment can be taken back for so long. */
  readonly refundDays: number;
};
