import type { Product, SoldPlan } from '@bakkum/api-contract/billing/payments';

/** The limits of a plan. */
export type PlanFacts = {
  /** `2048 × 2048` */
  readonly picture: string;
  readonly batch: number;
  readonly fileBytes: number;
  readonly files: number;
  /** API requests per hour that start something. */
  readonly requestsPerHour: number;
  /** Bytes stored on the server, and the part of them that never expires. */
  readonly storedBytes: number;
  readonly archivedBytes: number;
};

/** The product of a checkout. */
export type ProductFacts = {
  readonly product: Product;
  /** Decimal string. */
  readonly price: string;
  readonly currency: string;
  readonly days: number;
  /** Credits per cycle, or of the pack. */
  readonly credits: number;
  /** Credits over the whole time, if there are several cycles. */
  readonly totalCredits?: number;
};

export type SoldFacts = PlanFacts &
  ProductFacts & {
    readonly product: SoldPlan;
    /** Decimal string. */
    readonly originalPrice?: string;
  };

export type PlansView = {
  readonly free: PlanFacts & { readonly credits: number; readonly cycleDays: number };
  readonly sold: readonly SoldFacts[];
  readonly packs: readonly ProductFacts[];
  /** Days in which a payment can be refunded. */
  readonly refundDays: number;
};
