import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { formatBytes, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Badge } from '@bakkum/ui/badge';
import { buttonClass } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { Check } from '@bakkum/ui/icons';
import { useSite } from '../../document/use-site.ts';
import { PageLink } from '../../shell/page-link.tsx';
import type { PlansView, SoldFacts } from './plan-facts.ts';

type PlanCardProps = { readonly facts: SoldFacts; readonly isCurrent: boolean };

/** A plan: its price, its features and a link to the checkout. */
export function PlanCard({ facts, isCurrent }: PlanCardProps) {
  const t = useMessages('pricing');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { payments } = useSite();
  const { product: plan, price, currency, days, originalPrice } = facts;
  const isBest = originalPrice !== undefined;
  const name = shell(PLAN_WORDS[plan]);
  const money = (amount: string): string => formatMoney(locale, amount, currency);
  return (
    <article
      aria-labelledby={`plan-${plan}`}
      className={classNames('flex flex-col rounded-lg border bg-surface p-6 sm:p-8', isBest ? 'border-accent' : 'border-line')}
    >
      <div className="flex min-h-7 flex-wrap items-center gap-3">
        <h2 id={`plan-${plan}`} className="font-semibold text-lg">
          {name}
        </h2>
        {isCurrent ? <Badge tone="success">{t('yours')}</Badge> : undefined}
        {isBest && !isCurrent ? <Badge tone="accent">{t('recommended')}</Badge> : undefined}
      </div>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2 tabular">
        <span className="font-bold text-4xl">{money(price)}</span>
        <span className="text-ink-soft">{t('perDays', { days })}</span>
      </p>
      <p className="mt-1 text-ink-soft text-sm lg:min-h-12">
        {originalPrice ? (
          <>
            {t('before', { price: money(originalPrice) })}
            <br />
            {t('savings', { amount: money(String(Number(originalPrice) - Number(price))) })}
          </>
        ) : undefined}
      </p>
      <Features facts={facts} />
      {payments ? (
        <PageLink
          path={`${pathOf('payment')}?plan=${plan}`}
          className={buttonClass({ variant: isBest ? 'primary' : 'secondary', size: 'lg' }, 'mt-8 w-full')}
        >
          {t(isCurrent ? 'renew' : 'choose', { plan: name })}
        </PageLink>
      ) : undefined}
    </article>
  );
}

type FreeCardProps = { readonly facts: PlansView['free']; readonly currency: string; readonly isCurrent: boolean };

/** What everyone has without paying, with a link to start. */
export function FreeCard({ facts, currency, isCurrent }: FreeCardProps) {
  const t = useMessages('pricing');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { credits, cycleDays, picture, batch, fileBytes, files, requestsPerHour, storedBytes } = facts;
  return (
    <article aria-labelledby="plan-free" className="flex flex-col rounded-lg border border-line bg-surface p-6 sm:p-8">
      <div className="flex min-h-7 flex-wrap items-center gap-3">
        <h2 id="plan-free" className="font-semibold text-lg">
          {shell(PLAN_WORDS.free)}
        </h2>
        {isCurrent ? <Badge tone="success">{t('yours')}</Badge> : undefined}
      </div>
      <p className="mt-4 font-bold text-4xl tabular">{formatMoney(locale, '0', currency)}</p>
      <p className="mt-1 text-ink-soft text-sm lg:min-h-12">{t('freeNote')}</p>
      <Lines
        lines={[
          t('featureConversions'),
          t('freeCredits', { credits, days: cycleDays }),
          t('featureSize', { size: picture }),
          t('freeBatch', { count: batch }),
          t('featureFiles', { size: formatBytes(locale, fileBytes), count: files }),
          t('featureApi', { count: requestsPerHour }),
          t('featureStorage', { size: formatBytes(locale, storedBytes) }),
        ]}
      />
      <PageLink path={pathOf('converter')} className={buttonClass({ size: 'lg' }, 'mt-8 w-full')}>
        {t('freeStart')}
      </PageLink>
    </article>
  );
}

function Features({ facts }: { readonly facts: SoldFacts }) {
  const t = useMessages('pricing');
  const { payments } = useSite();
  const locale = useLocale();
  const { credits, totalCredits: total, picture, batch, fileBytes, files, requestsPerHour, storedBytes } = facts;
  const lines = [
    total === undefined ? t('featureMonthlyCredits', { credits }) : t('featureAnnualCredits', { credits, total }),
    t('featureSize', { size: picture }),
    t('featureBatch', { count: batch }),
    t('featureFiles', { size: formatBytes(locale, fileBytes), count: files }),
    t('featureApi', { count: requestsPerHour }),
    t('featureStorage', { size: formatBytes(locale, storedBytes) }),
    t(payments?.renews ? 'featureRenewal' : 'featureNoRenewal'),
  ];
  return <Lines lines={lines} />;
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="mt-6 grid grow content-start gap-x-6 gap-y-2.5 sm:max-lg:grid-cols-2">
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-accent" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
