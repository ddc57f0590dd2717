import { usePrices } from '../../session/prices.ts';
import type { PlansView, ProductFacts, SoldFacts } from './plan-facts.ts';

const MONTHS = 12;

/** Returns the plans with the prices that this reader sees first. */
export function useLocalPrices(plans: PlansView): PlansView {
  const priceFor = usePrices();
  const localised = <Facts extends ProductFacts>(facts: Facts): Facts => ({ ...facts, ...priceFor(facts.product) });
  const monthly = Number(priceFor('monthly').price);
  const sold = plans.sold.map((facts): SoldFacts => {
    const local = localised(facts);
    if (local.currency === facts.currency || facts.originalPrice === undefined) return local;
    const { originalPrice: _, ...others } = local;
    const twelveMonths = monthly * MONTHS;
    return twelveMonths > Number(local.price) ? { ...others, originalPrice: String(twelveMonths) } : others;
  });
  return { ...plans, sold, packs: plans.packs.map(localised) };
}
