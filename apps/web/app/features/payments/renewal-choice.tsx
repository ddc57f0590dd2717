import type { Renewal } from '@bakkum/api-contract/billing/subscriptions';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { ChoiceCard } from './choice-card.tsx';

type RenewalChoiceProps = {
  readonly renewal: Renewal;
  /** Price and end of a single payment. */
  readonly once: { readonly amount: string; readonly endsAt: string };
  readonly renews: boolean;
  readonly onChoose: (renews: boolean) => void;
};

/** Offers a single payment, or one that renews, with the exact dates and prices of both. */
export function RenewalChoice({ renewal, once, renews, onChoose }: RenewalChoiceProps) {
  const t = useMessages('renewal');
  const locale = useLocale();
  const day = (moment: string): string => formatDate(locale, new Date(moment));
  const money = (amount: string): string => formatMoney(locale, amount, renewal.currency);
  const dates = { first: day(renewal.firstChargeAt), second: day(renewal.secondChargeAt), amount: money(renewal.amount) };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-3 font-semibold text-lg">{t('heading')}</legend>
      <ChoiceCard
        name="renewal"
        value="once"
        isChosen={!renews}
        onChoose={() => onChoose(false)}
        title={t('once', { amount: money(once.amount) })}
        body={t('onceBody', { date: day(once.endsAt) })}
      />
      <ChoiceCard
        name="renewal"
        value="renew"
        isChosen={renews}
        onChoose={() => onChoose(true)}
        title={t('renew', { amount: dates.amount, days: renewal.days })}
        body={t(renewal.startsNow ? 'renewBody' : 'renewBodyLater', dates)}
      />
    </fieldset>
  );
}
