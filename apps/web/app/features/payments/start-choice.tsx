import type { Offer, Start } from '@bakkum/api-contract/billing/payments';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { ChoiceCard } from './choice-card.tsx';

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
        <Choice
          key={offer.start}
          offer={offer}
          replaced={offers.find(({ deduction }) => deduction)?.deduction?.plan ?? 'monthly'}
          isChosen={offer.start === chosen}
          onChoose={() => onChoose(offer.start)}
        />
      ))}
    </fieldset>
  );
}

type ChoiceProps = {
  readonly offer: Offer;
  readonly replaced: 'monthly' | 'annual';
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function Choice({ offer, replaced, isChosen, onChoose }: ChoiceProps) {
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
  return <ChoiceCard name="start" value={offer.start} isChosen={isChosen} onChoose={onChoose} title={title} body={body()} />;
}
