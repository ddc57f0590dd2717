import type { Product } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import type { Locale } from '@bakkum/i18n/locale';
import { type Terms, termsOf } from '@bakkum/payment/terms';

const DESCRIPTIONS = {
  en: (product: Product, { credits, days }: Terms) =>
    isPackId(product)
      ? `${credits} credits, valid for ${days} days`
      : `${product === 'annual' ? 'Annual' : 'Monthly'} Pro, ${days} days, no automatic renewal`,
  ko: (product: Product, { credits, days }: Terms) =>
    isPackId(product)
      ? `크레딧 ${credits}개 (${days}일 이용)`
      : `${product === 'annual' ? '연간' : '월간'} 프로 ${days}일 이용 (자동 결제 아님)`,
} as const;

/** What buyers read at the payment service. */
export function descriptionOf(brand: string, locale: Locale, product: Product): string {
  return `${brand} ${DESCRIPTIONS[locale](product, termsOf(product))}`;
}
