import type { PaymentWay, Product } from '@bakkum/api-contract/billing/payments';
import { isPackId, PACKS, PLANS } from '@bakkum/api-contract/billing/plans';
import type { Locale } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import type { Sales } from '@bakkum/site/brand';
import { useSite } from '../document/use-site.ts';

/** A decimal string and an ISO 4217 code. */
export type Price = { readonly price: string; readonly currency: string };

/** The way to pay that is offered first: won where the reader reads Korean, PayPal for all others. */
export function preferredWay(sales: Sales | undefined, locale: Locale): PaymentWay {
  const first = locale === 'ko' ? 'portone' : 'paypal';
  return sales?.ways.includes(first) ? first : (sales?.ways[0] ?? 'paypal');
}

/** The price of a product when paid that way. */
export function priceOf(sales: Sales | undefined, way: PaymentWay, product: Product): Price {
  const won = way === 'portone' ? sales?.won?.prices[product] : undefined;
  if (won !== undefined) return { price: won, currency: 'KRW' };
  const standard = isPackId(product) ? PACKS[product] : PLANS[product].sale;
  if (!standard) throw new Error(`${product} is not on sale`);
  return { price: standard.price, currency: standard.currency };
}

/** Returns prices as this reader sees them first. */
export function usePrices(): (product: Product) => Price {
  const { payments } = useSite();
  const locale = useLocale();
  return (product) => priceOf(payments, preferredWay(payments, locale), product);
}
