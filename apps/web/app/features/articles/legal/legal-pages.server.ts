import { PACKS, PLANS, REFUND_DAYS } from '@bakkum/api-contract/billing/plans';
import { GRACE_DAYS } from '@bakkum/api-contract/billing/subscriptions';
import { RETENTION_DAYS, UNFINISHED_HOURS } from '@bakkum/api-contract/retention';
import { wordsOf } from '@bakkum/i18n/catalogue';
import { LOCALE_STORED_SECONDS, type Locale, splitLocale } from '@bakkum/i18n/locale';
import { resolveParticles } from '@bakkum/i18n/particles';
import { formatDate } from '@bakkum/i18n/quantity';
import type { Site } from '@bakkum/site/brand';
import { operatorLines } from '@bakkum/site/operator-lines';
import type { PageData } from '../../../document/page-data.server.ts';
import { resourcePage } from '../browse/pages.server.ts';
import type { Rendered } from '../markdown.server.ts';
import { legalText } from './legal.server.ts';

/** When each text last changed. */
const CHANGED = { privacy: '2026-11-27', refunds: '2026-11-27', terms: '2026-11-27' };
const DAY_S = 86_400;

type LegalPage = PageData & { readonly text: Rendered };

/** The privacy policy, with the retention periods the program applies. */
export function privacyPage(url: URL, site: Site): LegalPage {
  const { locale } = splitLocale(url.pathname);
  const text = legalText('privacy', locale, {
    changed: dayIn(locale, CHANGED.privacy),
    unfinishedHours: String(UNFINISHED_HOURS),
    localeDays: String(LOCALE_STORED_SECONDS / DAY_S),
    sessionDays: String(RETENTION_DAYS.rememberedSession),
    mailDays: String(RETENTION_DAYS.mail),
    visitDays: String(RETENTION_DAYS.visits),
    traceDays: String(RETENTION_DAYS.buyerTrace),
    freeDays: freeDays(),
    operator: operatorOf(site, locale),
    processors: processorsOf(site, locale),
    thirdParty: thirdPartyOf(site, locale),
    singleSignOn: singleSignOnOf(site, locale),
  });
  return { ...resourcePage(url, 'privacyTitle', 'privacyDescription'), text };
}

function freeDays(): string {
  const { cycle } = PLANS.free;
  return String('days' in cycle ? cycle.days : '');
}

export function termsPage(url: URL, site: Site): LegalPage {
  const { locale } = splitLocale(url.pathname);
  const { free, monthly, annual } = PLANS;
  const text = legalText('terms', locale, {
    changed: dayIn(locale, CHANGED.terms),
    brand: site.brand,
    operator: operatorOf(site, locale),
    freeCredits: String(free.credits),
    freeDays: freeDays(),
    paidCredits: String(monthly.credits),
    monthlyDays: String(monthly.sale?.days),
    graceDays: String(GRACE_DAYS),
    annualDays: String(annual.sale?.days),
    refundDays: String(REFUND_DAYS),
    packDays: String(PACKS.pack100.days),
  });
  return { ...resourcePage(url, 'termsTitle', 'termsDescription'), text };
}

/** The refund policy. */
export function refundsPage(url: URL, site: Site): LegalPage {
  const { locale } = splitLocale(url.pathname);
  const figures = {
    changed: dayIn(locale, CHANGED.refunds),
    refundDays: String(REFUND_DAYS),
    withdrawal: withdrawalOf(site, locale),
    operator: operatorOf(site, locale),
  };
  return { ...resourcePage(url, 'refundsTitle', 'refundsDescription'), text: legalText('refunds', locale, figures) };
}

/** Who runs the site, as a Markdown paragraph with a line per fact. */
function operatorOf({ operator, demo }: Site, locale: Locale): string {
  const shell = wordsOf(locale, 'shell');
  const lines = operator ? operatorLines(operator, (key, values) => shell.lookup(key, values) ?? '') : [];
  if (lines.length > 0) return lines.map((line) => `- ${line}`).join('\n');
  return wordsOf(locale, 'articles').lookup(demo ? 'operatorDemo' : 'operatorUnnamed') ?? '';
}

const WITHDRAWALS = { kr: 'withdrawalKr', eu: 'withdrawalEu' } as const;

/** Statutory rights of withdrawal, a line per region. */
function withdrawalOf({ withdrawal }: Site, locale: Locale): string {
  const t = wordsOf(locale, 'articles');
  if (withdrawal.length === 0) return t('withdrawalNone');
  return withdrawal.map(({ region, days }) => `- ${t(WITHDRAWALS[region], { days })}`).join('\n');
}

function processorsOf({ payments, processors = {}, sharedVisits }: Site, locale: Locale): string {
  const { lookup } = wordsOf(locale, 'articles');
  const { mail, form, storage } = processors;
  const isReal = payments && !payments.fake;
  const lines = [
    ...(mail ? [lookup('processorsMail', { host: mail })] : []),
    ...(isReal && payments.ways.includes('paypal') ? [lookup('processorsPayment')] : []),
    ...(isReal && payments.ways.includes('portone') ? [lookup('processorsPortOne')] : []),
    ...(form ? [lookup('processorsForm', { host: form })] : []),
    ...(storage ? [lookup('processorsStorage', { host: storage })] : []),
    ...(sharedVisits ? [lookup('processorsVisits', { host: sharedVisits })] : []),
  ];
  return resolveParticles((lines.length > 0 ? lines : [lookup('processorsNone')]).join(' '));
}

function thirdPartyOf({ sharedVisits }: Site, locale: Locale): string {
  const { lookup } = wordsOf(locale, 'articles');
  const text = sharedVisits ? lookup('thirdPartyShared', { host: sharedVisits }) : lookup('thirdPartyNone');
  return resolveParticles(text ?? '');
}

/** What the sign-in service of the organization learns, and what is stored of it. */
function singleSignOnOf({ singleSignOn }: Site, locale: Locale): string {
  if (!singleSignOn) return '';
  return resolveParticles(wordsOf(locale, 'articles')('singleSignOnStored', singleSignOn));
}

function dayIn(locale: Locale, date: string): string {
  return formatDate(locale, new Date(date), 'UTC');
}
