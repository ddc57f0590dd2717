import { PLANS } from '@bakkum/api-contract/billing/plans';
import { publicFormats } from '@bakkum/registry/catalogue';
import { provenTargets } from '@bakkum/registry/proven-pairs';

/** Returns the numbers on the sign-in screen, computed from the plans and the proven conversions. */
export function accountFacts() {
  const pairs = publicFormats().reduce((sum, { id }) => sum + (provenTargets('browser', id)?.size ?? 0), 0);
  return { freeCredits: PLANS.free.credits, pairs };
}
