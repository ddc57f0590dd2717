import type { PaymentMeans, PaymentWay, Product } from '@bakkum/api-contract/billing/payments';
import { formatList, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { Sales } from '@bakkum/site/brand';
import { preferredWay, priceOf } from '../../session/prices.ts';
import { ChoiceCard } from './choice-card.tsx';

type WayChoiceProps = {
  readonly sales: Sales;
  readonly product: Product;
  readonly chosen: PaymentWay;
  readonly onChoose: (way: PaymentWay) => void;
};

const MEANS = { card: 'meansCard', kakaopay: 'meansKakaopay', tosspay: 'meansTosspay' } as const satisfies Readonly<
  Record<PaymentMeans, string>
>;

/** Offers PayPal in dollars or Korean means of payment in won, the likelier one first. */
export function WayChoice({ sales, product, chosen, onChoose }: WayChoiceProps) {
  const t = useMessages('payment');
  const locale = useLocale();
  const first = preferredWay(sales, locale);
  const ways = sales.ways.toSorted((one, other) => Number(other === first) - Number(one === first));
  const means = (sales.won?.means ?? []).map((one) => t(MEANS[one]));
  const title = (way: PaymentWay): string => {
    const { price, currency } = priceOf(sales, way, product);
    return t(way === 'paypal' ? 'wayPayPal' : 'wayWon', { amount: formatMoney(locale, price, currency) });
  };
  const body = (way: PaymentWay): string =>
    way === 'paypal' ? t('wayPayPalBody') : t('wayWonBody', { means: formatList(locale, means, 'disjunction') });
  if (ways.length < 2) return undefined;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-3 font-semibold text-lg">{t('wayHeading')}</legend>
      {ways.map((way) => (
        <ChoiceCard
          key={way}
          name="way"
          value={way}
          isChosen={way === chosen}
          onChoose={() => onChoose(way)}
          title={title(way)}
          body={body(way)}
        />
      ))}
    </fieldset>
  );
}
