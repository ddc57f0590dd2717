import type { SoldPlan } from '@bakkum/api-contract/billing/payments';
import { productName } from '@bakkum/i18n/plan-words';
import { formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { Sales } from '@bakkum/site/brand';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { Disclosure } from '@bakkum/ui/disclosure';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { useSite } from '../../document/use-site.ts';
import { useBalance } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { PaymentBanner } from './payment-banner.tsx';
import { FreeCard, PlanCard } from './plan-card.tsx';
import type { PlansView } from './plan-facts.ts';
import { PlanTable } from './plan-table.tsx';
import { useLocalPrices } from './use-local-prices.ts';

/** How payment works, for the ways to pay of this site. */
function howSteps(sales: Sales | undefined) {
  const usesPayPal = !sales || sales.ways.includes('paypal');
  return [
    ...(usesPayPal ? (['how1'] as const) : []),
    ...(sales?.won ? (['how1Won'] as const) : []),
    'how2' as const,
    sales?.renews ? ('how3Renews' as const) : ('how3' as const),
    'how4' as const,
  ];
}

/** The plans: cards, comparison, payment methods and questions. */
export function PricingScreen({ plans: standard }: { readonly plans: PlansView }) {
  const t = useMessages('pricing');
  const { payments } = useSite();
  const plans = useLocalPrices(standard);
  // Signed-out visitors cause no request.
  const current = useBalance()?.plan;
  return (
    <div className="work-width pt-8 pb-24 sm:pt-14">
      <h1 className="font-bold text-3xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft text-lg">{t('lead')}</p>
      <PaymentBanner className="mt-6" />
      <section aria-label={t('plansHeading')} className="mt-8 grid gap-5 lg:grid-cols-3">
        <FreeCard facts={plans.free} currency={plans.sold[0]?.currency ?? 'USD'} isCurrent={current === 'free'} />
        {plans.sold.map((facts) => (
          <PlanCard key={facts.product} facts={facts} isCurrent={facts.product === current} />
        ))}
      </section>
      <Packs plans={plans} />
      <Part heading={t('compareHeading')}>
        <PlanTable plans={plans} />
      </Part>
      <Part heading={t('howHeading')}>
        <ul className="grid max-w-read list-disc gap-3 ps-5">
          {howSteps(payments).map((words) => (
            <li key={words}>{t(words)}</li>
          ))}
        </ul>
        <PageLink path={pathOf('refunds')} className={textLinkClass('mt-4 inline-block')}>
          {t('refundPolicy')}
        </PageLink>
      </Part>
      <Part heading={t('faqHeading')}>
        <Questions plans={plans} />
      </Part>
    </div>
  );
}

/** Credit packs, with the price of one credit. */
function Packs({ plans: { packs } }: { readonly plans: PlansView }) {
  const t = useMessages('packs');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { payments } = useSite();
  return (
    <Part heading={t('heading')}>
      <p className="max-w-read text-ink-soft">{`${t('lead', { days: packs[0]?.days ?? 0 })} ${t('rules')}`}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
        {packs.map(({ product, credits, price, currency }) => (
          <li key={product} className="rounded-lg border border-line bg-surface p-5 sm:p-6">
            <h3 className="font-semibold text-lg">{productName(shell, { product, credits })}</h3>
            <p className="mt-1 font-bold text-2xl tabular">{formatMoney(locale, price, currency)}</p>
            <p className="mt-1 text-ink-soft text-sm tabular">
              {t('per100', { price: formatMoney(locale, ((Number(price) / credits) * 100).toFixed(2), currency) })}
            </p>
            {payments ? (
              <PageLink path={`${pathOf('payment')}?plan=${product}`} className={buttonClass({}, 'mt-4')}>
                {t('buy', { credits, price: formatMoney(locale, price, currency) })}
              </PageLink>
            ) : undefined}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section className="mt-16">
      <h2 className="mb-5 font-bold text-xl">{heading}</h2>
      {children}
    </section>
  );
}

function Questions({ plans: { sold, packs, refundDays } }: { readonly plans: PlansView }) {
  const t = useMessages('pricing');
  const { payments } = useSite();
  const daysOf = (wanted: SoldPlan): number => sold.find(({ product }) => product === wanted)?.days ?? 0;
  const monthly = daysOf('monthly');
  const questions = [
    [t('faq1'), t(payments?.renews ? 'faq1AnswerRenews' : 'faq1Answer', { monthly, annual: daysOf('annual') })],
    [t('faq2'), t('faq2Answer', { days: monthly })],
    [t('faq3'), t('faq3Answer', { days: refundDays })],
    [t('faq4'), t('faq4Answer')],
    [t('faq5'), t('faq5Answer')],
    [t('faq6'), t('faq6Answer')],
    [t('faq7'), t('faq7Answer', { days: packs[0]?.days ?? 0, refundDays })],
  ] as const;
  return (
    <div className="max-w-3xl divide-y divide-line border-line border-y">
      {questions.map(([question, answer]) => (
        <Disclosure key={question} className="py-1.5" title={<span className="font-semibold text-ink">{question}</span>}>
          <p className="ms-7 pt-1 pb-4 text-ink-soft">{answer}</p>
        </Disclosure>
      ))}
    </div>
  );
}
