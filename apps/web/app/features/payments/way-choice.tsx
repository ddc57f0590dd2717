import type { PaymentMeans, PaymentWay, Product } from '@bakkum/api-contract/billing/payments';
import { formatList, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { Sales } from '@bakkum/site/brand';
import { preferredWay, priceOf } from '../../session/prices.ts';

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
        <label
          key={way}
          className="flex cursor-pointer items-start gap-3 rounded-lg border border-line bg-surface p-4 has-checked:border-accent"
        >
          <input
            type="radio"
            name="way"
            value={way}
            checked={way === chosen}
            onChange={() => onChoose(way)}
            className="mt-1.5 size-4 shrink-0 accent-accent"
          />
          <Explanation title={title(way)} body={body(way)} />
        </label>
      ))}
    </fieldset>
  );
}

function Explanation({ title, body }: { readonly title: string; readonly body: string }) {
  return (
    <span>
      <span className="block font-semibold">{title}</span>
      <span className="mt-1 block text-ink-soft text-sm">{body}</span>
    </span>
  );
}
