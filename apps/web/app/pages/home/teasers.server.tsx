import type { Product } from '@bakkum/api-contract/billing/payments';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatBytes, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { Site } from '@bakkum/site/brand';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import type { ReactNode } from 'react';
import { planFacts } from '../../features/payments/plan-facts.server.ts';
import { Still } from '../../features/studio/examples/examples.tsx';
import { EXAMPLES, stillOf } from '../../features/studio/examples/examples-table.ts';
import { preferredWay, priceOf } from '../../session/prices.ts';
import { Section, StaticLink } from './section.server.tsx';

const DRAWN = ['scene', 'poster', 'pattern', 'chart'];

export function StudioTeaser(): ReactNode {
  const t = useMessages('homeSections');
  const locale = useLocale();
  return (
    <Section id="studio" heading={t('studioHeading')} lead={t('studioBody')} raised>
      <ul className="mt-8 grid grid-cols-2 gap-4 lg:grid-cols-4">
        {EXAMPLES.filter(({ id }) => DRAWN.includes(id)).map((example) => (
          <li key={example.id} className="overflow-hidden rounded-lg border border-line bg-paper">
            <Still name={stillOf(example, locale)} />
            <p className="p-3 text-ink-soft text-sm">{example[locale]}</p>
          </li>
        ))}
      </ul>
      <StaticLink path={pathOf('generator')} className={buttonClass({}, 'mt-6')}>
        {t('studioLink')}
      </StaticLink>
    </Section>
  );
}

const commands = (origin: string): string => `npx bakkum convert report.hwp report.pdf

curl "${origin}/api/v1/convert?to=pdf" \\
  -H "Authorization: Bearer $BAKKUM_KEY" \\
  --data-binary @report.docx --output report.pdf`;

/** @param props.origin of the site, without a trailing slash */
export function ApiTeaser({ origin }: { readonly origin: string }): ReactNode {
  const t = useMessages('homeSections');
  return (
    <Section id="api" heading={t('apiHeading')} lead={t('apiBody')}>
      <pre className="mt-6 whitespace-pre-wrap break-words rounded-lg border border-line bg-sunken p-5 font-mono text-sm leading-relaxed">
        <code>{commands(origin)}</code>
      </pre>
      <p className="mt-2">
        <StaticLink path={pathOf('api-docs')}>{t('apiLink')}</StaticLink>
      </p>
    </Section>
  );
}

export function Plans({ site }: { readonly site: Pick<Site, 'imageSizes' | 'payments'> }): ReactNode {
  const t = useMessages('homeSections');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { free, sold } = planFacts(site);
  const sales = site.payments;
  const way = preferredWay(sales, locale);
  const priceFor = (product: Product): string => {
    const { price, currency } = priceOf(sales, way, product);
    return formatMoney(locale, price, currency);
  };
  const plans = [
    { ...free, product: 'free' as const, price: t('planFree'), cycle: free.cycleDays },
    ...sold.map((one) => ({
      ...one,
      price: t('planFor', { price: priceFor(one.product), days: one.days }),
      cycle: free.cycleDays,
    })),
  ];
  return (
    <Section id="plans" heading={t('plansHeading')} lead={t('plansLead')} raised>
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {plans.map(({ product, price, credits, cycle, fileBytes, files }) => (
          <li key={product} className="rounded-lg border border-line bg-paper p-5">
            <h3 className="font-semibold">{shell(PLAN_WORDS[product])}</h3>
            <p className="mt-1 font-bold text-xl tabular">{price}</p>
            <p className="mt-3 text-ink-soft text-sm">{t('planLimit', { size: formatBytes(locale, fileBytes), count: files })}</p>
            <p className="text-ink-soft text-sm">{t('planCredits', { credits, days: cycle })}</p>
          </li>
        ))}
      </ul>
      <StaticLink path={pathOf('subscription')} className={buttonClass({}, 'mt-6')}>
        {t('plansLink')}
      </StaticLink>
    </Section>
  );
}
