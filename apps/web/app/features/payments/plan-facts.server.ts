import { SOLD_PLANS, type SoldPlan } from '@bakkum/api-contract/billing/payments';
import { PACK_IDS, PACKS, PLANS, type PlanId, REFUND_DAYS, tierOf } from '@bakkum/api-contract/billing/plans';
import { CONVERSION_LIMITS, tierOfPlan } from '@bakkum/api-contract/conversions/tiers';
import { FILE_LIMITS } from '@bakkum/api-contract/limits';
import type { Site } from '@bakkum/site/brand';
import { BATCH_SIZES, RESOLUTIONS, type ResolutionId, resolutionById, tierAllows } from '@bakkum/studio-options/resolutions';
import type { PlanFacts, PlansView, SoldFacts } from './plan-facts.ts';

const MONTHS = 12;

type Sizes = readonly { readonly id: ResolutionId }[];

/**
 * Returns the plans, from the tables that the server enforces.
 * @param site what its image models draw; without them, the design studio draws every size
 */
export function planFacts({ imageSizes: sizes = RESOLUTIONS }: Pick<Site, 'imageSizes'>): PlansView {
  const { credits, cycle } = PLANS.free;
  const free = { ...reach('free', sizes), credits, cycleDays: 'days' in cycle ? cycle.days : 0 };
  return {
    free,
    sold: SOLD_PLANS.map((plan) => soldFacts(plan, sizes)),
    packs: PACK_IDS.map((id) => ({ product: id, ...PACKS[id] })),
    refundDays: REFUND_DAYS,
  };
}

function reach(plan: PlanId, sizes: Sizes): PlanFacts {
  const allowed = sizes.map(({ id }) => resolutionById(id)).filter(({ tier }) => tierAllows(tierOf(plan), tier));
  const largest = allowed.reduce((best, one) => (one.width * one.height > best.width * best.height ? one : best));
  const limits = FILE_LIMITS[PLANS[plan].premium ? 'premium' : 'free'];
  const { commandsPerHour, storedBytes, archivedBytes } = CONVERSION_LIMITS[tierOfPlan(plan)];
  return {
    picture: `${largest.width} × ${largest.height}`,
    batch: Math.max(...BATCH_SIZES.filter(({ tier }) => tierAllows(tierOf(plan), tier)).map(({ count }) => count)),
    fileBytes: limits.bytes,
    files: limits.files,
    requestsPerHour: commandsPerHour,
    storedBytes,
    archivedBytes,
  };
}

function soldFacts(plan: SoldPlan, sizes: Sizes): SoldFacts {
  const { credits, sale } = PLANS[plan];
  if (!sale) throw new Error(`${plan} is not sold`);
  const { price, currency, days, originalPrice } = sale;
  return {
    ...reach(plan, sizes),
    product: plan,
    price,
    currency,
    days,
    credits,
    ...(plan === 'annual' && { totalCredits: credits * MONTHS }),
    ...(originalPrice && { originalPrice }),
  };
}
