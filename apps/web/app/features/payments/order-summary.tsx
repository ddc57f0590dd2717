import type { PersonView } from '@bakkum/api-contract/account';
import type { Offer } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import type { Renewal } from '@bakkum/api-contract/billing/subscriptions';
import { PLAN_WORDS, productName } from '@bakkum/i18n/plan-words';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import type { ProductFacts } from './plan-facts.ts';

type OrderSummaryProps = {
  readonly facts: ProductFacts;
  /** Without a person and an offer, the standard price is shown. */
  readonly person?: PersonView;
  readonly offer?: Offer;
  /** Set if the plan renews instead of being paid once. */
  readonly renewal?: Renewal;
};

/** Product, duration and price. */
export function OrderSummary({ facts, person, offer, renewal }: OrderSummaryProps) {
  const t = useMessages('payment');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { product, days, credits, totalCredits, price, currency } = facts;
  const isPack = isPackId(product);
  const money = (amount: string): string => formatMoney(locale, amount, currency);
  const deduction = offer?.deduction;
  return (
    <section aria-labelledby="order" className="rounded-lg border border-line bg-surface p-6">
      <h2 id="order" className="font-semibold text-lg">
        {t('summaryHeading')}
      </h2>
      <dl className="mt-4 grid grid-cols-[minmax(min-content,auto)_minmax(0,1fr)] gap-y-2">
        <Line name={t('product')}>{productName(shell, facts)}</Line>
        <Line name={t('runs')}>{t(isPack ? 'packDays' : 'days', { days })}</Line>
        {isPack ? undefined : (
          <Line name={t('credits')}>{t(totalCredits === undefined ? 'creditsMonthly' : 'creditsAnnual', { credits })}</Line>
        )}
        {person ? <Line name={t('account')}>{person.email}</Line> : undefined}
        {deduction ? (
          <>
            <Line name={t('price')}>{money(price)}</Line>
            <Line name={t('deducted', { plan: shell(PLAN_WORDS[deduction.plan]) })}>{`−${money(deduction.amount)}`}</Line>
          </>
        ) : undefined}
        <dt className="mt-2 border-line border-t pt-4 font-semibold">{t('total')}</dt>
        <dd className="mt-2 border-line border-t pt-4 text-right font-bold text-xl tabular">
          {money(renewal?.amount ?? offer?.amount ?? price)}
        </dd>
      </dl>
      {renewal ? <Renewing renewal={renewal} /> : offer ? <Beginning offer={offer} isPack={isPack} /> : undefined}
    </section>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="max-w-40 pr-4 text-ink-soft sm:max-w-none sm:pr-8">{name}</dt>
      <dd className="text-right tabular [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

/** When the purchased time starts. */
function Beginning({ offer, isPack }: { readonly offer: Offer; readonly isPack: boolean }) {
  const t = useMessages('payment');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { start, startsAt, deduction } = offer;
  const text = (): string => {
    if (isPack) return t('packBegins');
    if (deduction) return t('beginsUpgrade', { plan: shell(PLAN_WORDS[deduction.plan]) });
    return start === 'after' ? t('beginsLater', { date: formatDate(locale, new Date(startsAt)) }) : t('beginsNow');
  };
  return <p className="mt-4 text-ink-soft text-sm">{text()}</p>;
}

/** What is charged, and when, until the buyer cancels. */
function Renewing({ renewal }: { readonly renewal: Renewal }) {
  const t = useMessages('renewal');
  const locale = useLocale();
  const { amount, currency, days, startsNow, firstChargeAt, secondChargeAt } = renewal;
  const date = formatDate(locale, new Date(startsNow ? secondChargeAt : firstChargeAt));
  const values = { amount: formatMoney(locale, amount, currency), days, date };
  return <p className="mt-4 text-ink-soft text-sm">{t(startsNow ? 'begins' : 'beginsLater', values)}</p>;
}
