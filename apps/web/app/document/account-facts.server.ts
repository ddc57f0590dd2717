import { PLANS } from '@bakkum/api-contract/billing/plans';
import { offeredCounts } from '@bakkum/registry/offered-pairs';

/** Returns the numbers on the sign-in screen, computed from the plans and the proven conversions. */
export function accountFacts() {
  return { freeCredits: PLANS.free.credits, pairs: offeredCounts().pairs };
}
