import { numberFormat } from '@bakkum/i18n/intl';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Check, Coins, Download, type IconComponent, MonitorSmartphone, ReceiptText } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { PageLink } from '../../../shell/page-link.tsx';

/** Numbers of this installation, computed by the page's loader. */
export type AccountFacts = {
  /** Credits of the free plan every 30 days. */
  readonly freeCredits: number;
  /** Proven conversions that run in the browser. */
  readonly pairs: number;
  /** Limits of the paid plans. */
  readonly premium: {
    readonly credits: number;
    readonly picture: string;
    readonly batch: number;
    readonly fileBytes: number;
    readonly files: number;
    readonly requestsPerHour: number;
    readonly storedBytes: number;
  };
};

const BENEFITS = [
  { icon: Coins, title: 'benefitImagesTitle', body: 'benefitImages' },
  { icon: ReceiptText, title: 'benefitLedgerTitle', body: 'benefitLedger' },
  { icon: MonitorSmartphone, title: 'benefitDevicesTitle', body: 'benefitDevices' },
  { icon: Download, title: 'benefitDataTitle', body: 'benefitData' },
] as const;

/** Shows the benefits of an account, with numbers computed from this installation. */
export function MarketingPanel({ facts }: { readonly facts: AccountFacts }) {
  const t = useMessages('signIn');
  return (
    <aside aria-labelledby="panel" className="self-start rounded-lg border border-line bg-surface p-6 sm:p-10">
      <h2 id="panel" className="font-bold text-xl">
        {t('panelHeading')}
      </h2>
      <p className="mt-2 max-w-[48ch] text-ink-soft">{t('panelLead')}</p>
      <dl className="mt-8 grid gap-x-8 gap-y-5 border-line border-y py-6 sm:grid-cols-3">
        <Fact value={facts.freeCredits} label={t('factCredits')} />
        <Fact value={facts.pairs} label={t('factPairs')} />
        <Fact value={0} label={t('factUploads')} />
      </dl>
      <ul className="mt-8 grid gap-6">
        {BENEFITS.map(({ icon, title, body }) => (
          <Benefit
            key={title}
            icon={icon}
            title={t(title)}
            body={body === 'benefitImages' ? t(body, { credits: facts.freeCredits }) : t(body)}
          />
        ))}
      </ul>
      <Premium facts={facts.premium} />
    </aside>
  );
}

function Premium({ facts }: { readonly facts: AccountFacts['premium'] }) {
  const t = useMessages('signIn');
  const locale = useLocale();
  const { credits, picture, batch, fileBytes, files, requestsPerHour, storedBytes } = facts;
  const lines = [
    t('premiumCredits', { credits }),
    t('premiumImages', { size: picture, count: batch }),
    t('premiumFiles', { size: formatBytes(locale, fileBytes), count: numberFormat(locale).format(files) }),
    t('premiumApi', { count: numberFormat(locale).format(requestsPerHour), size: formatBytes(locale, storedBytes) }),
  ];
  return (
    <section aria-labelledby="premium" className="mt-8 border-line border-t pt-6">
      <h3 id="premium" className="font-semibold">
        {t('premiumHeading')}
      </h3>
      <ul className="mt-3 grid gap-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-accent" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <PageLink path={pathOf('subscription')} className={textLinkClass('mt-4 inline-block')}>
        {t('premiumLink')}
      </PageLink>
    </section>
  );
}

function Fact({ value, label }: { readonly value: number; readonly label: string }) {
  const locale = useLocale();
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-1 text-ink-soft text-sm">{label}</dt>
      <dd className="font-bold text-2xl text-accent tabular">{numberFormat(locale).format(value)}</dd>
    </div>
  );
}

function Benefit({ icon: Icon, title, body }: { readonly icon: IconComponent; readonly title: string; readonly body: string }) {
  return (
    <li className="flex gap-4">
      <Icon aria-hidden size={22} strokeWidth={1.75} className="mt-0.5 shrink-0 text-accent" />
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-0.5 text-ink-soft">{body}</p>
      </div>
    </li>
  );
}
