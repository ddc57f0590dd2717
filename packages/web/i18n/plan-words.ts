import type { Product } from '@bakkum/api-contract/billing/payments';
import { isPackId, type PlanId } from '@bakkum/api-contract/billing/plans';
import type { Translate } from './message.ts';
import type { Strings } from './strings.en.ts';

/** Keys of plan names in the namespace `shell`. */
export const PLAN_WORDS = {
  free: 'planFree',
  monthly: 'planMonthly',
  annual: 'planAnnual',
  demo: 'planDemo',
} as const satisfies Readonly<Record<PlanId, string>>;

/** Name of a product on sale: of a plan, or the credits of a pack. */
export function productName(
  shell: Translate<Strings['shell']>,
  { product, credits }: { readonly product: Product; readonly credits: number },
): string {
  return isPackId(product) ? shell('packName', { credits }) : shell(PLAN_WORDS[product]);
}
