/** Standard terms of everything on sale. */
import type { Product } from '@bakkum/api-contract/billing/payments';
import { isPackId, PACKS, PLANS } from '@bakkum/api-contract/billing/plans';
import { moneyOf } from './money.ts';
import type { Money } from './provider.ts';

/** Terms of a product: price, credits and duration. */
export type Terms = {
  readonly money: Money;
  /** Of each cycle, or of the pack. */
  readonly credits: number;
  readonly cycle: { readonly days: number } | { readonly months: number };
  readonly days: number;
};

/** Returns the terms of a product on sale, with its standard price. */
export function termsOf(product: Product): Terms {
  if (isPackId(product)) {
    const { credits, price, currency, days } = PACKS[product];
    return { money: moneyOf(price, currency), credits, cycle: { days }, days };
  }
  const { credits, cycle, sale } = PLANS[product];
  if (!sale) throw new Error(`${product} is not on sale`);
  return { money: moneyOf(sale.price, sale.currency), credits, cycle, days: sale.days };
}
