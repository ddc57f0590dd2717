import type { Offer, Start } from '@bakkum/api-contract/billing/payments';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';

type StartChoiceProps = {
  readonly offers: readonly Offer[];
  readonly chosen: Start;
  readonly onChoose: (start: Start) => void;
};

/** Offers an immediate upgrade, with its deduction explained, or a start after the current plan. */
export function StartChoice({ offers, chosen, onChoose }: StartChoiceProps) {
  const t = useMessages('payment');
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-3 font-semibold text-lg">{t('startHeading')}</legend>
      {offers.map((offer) => (
        <label
          key={offer.start}
          className="flex cursor-pointer items-start gap-3 rounded-lg border border-line bg-surface p-4 has-checked:border-accent"
        >
          <input
            type="radio"
            name="start"
            value={offer.start}
            checked={offer.start === chosen}
            onChange={() => onChoose(offer.start)}
            className="mt-1.5 size-4 shrink-0 accent-accent"
          />
          <Explanation offer={offer} replaced={offers.find(({ deduction }) => deduction)?.deduction?.plan ?? 'monthly'} />
        </label>
      ))}
    </fieldset>
  );
}

type ExplanationProps = { readonly offer: Offer; readonly replaced: 'monthly' | 'annual' };

function Explanation({ offer, replaced }: ExplanationProps) {
  const t = useMessages('payment');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { amount, currency, startsAt, deduction } = offer;
  const plan = shell(PLAN_WORDS[replaced]);
  const money = (value: string): string => formatMoney(locale, value, currency);
  const day = (moment: string): string => formatDate(locale, new Date(moment));
  const title = deduction
    ? t('startNow', { amount: money(amount) })
    : t('startAfter', { date: day(startsAt), amount: money(amount) });
  const body = (): string => {
    if (!deduction) return t('startAfterBody', { plan });
    const { amount: deducted, daysLeft, days, creditsLeft, credits, creditsUntil } = deduction;
    return t('startNowBody', { plan, deducted: money(deducted), daysLeft, days, creditsLeft, credits, date: day(creditsUntil) });
  };
  return (
    <span>
      <span className="block font-semibold">{title}</span>
      <span className="mt-1 block text-ink-soft text-sm">{body()}</span>
    </span>
  );
}
