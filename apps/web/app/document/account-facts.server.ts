import { PLANS } from '@bakkum/api-contract/plans';
import { publicFormats } from '@bakkum/registry/catalogue';
import { provenTargets } from '@bakkum/registry/proven-pairs';

/** Numbers for the sign-in screen, counted from the plans and from what was proven. */
export function accountFacts() {
  const pairs = publicFormats().reduce((sum, { id }) => sum + (provenTargets('browser', id)?.size ?? 0), 0);
  return { freeCredits: PLANS.free.credits, pairs };
}
