import { PLANS, REFUND_DAYS } from '@bakkum/api-contract/billing/plans';
import { FILE_LIMITS } from '@bakkum/api-contract/limits';
import { UNFINISHED_HOURS } from '@bakkum/api-contract/retention';
import { numberFormat } from '@bakkum/i18n/intl';
import type { Locale } from '@bakkum/i18n/locale';
import { formatBytes } from '@bakkum/i18n/quantity';
import { browserRecord, browserShare } from '@bakkum/registry/browser-support';
import { offeredCounts } from '@bakkum/registry/offered-pairs';

/** Returns the numbers that texts mention, by name. Texts never repeat them. */
export function programNumbers(locale: Locale): Readonly<Record<string, string>> {
  const number = numberFormat(locale);
  const { formats, pairs } = offeredCounts();
  const { free, premium } = FILE_LIMITS;
  const percent = (share: number): string => `${number.format(share)}%`;
  return {
    formats: number.format(formats),
    pairs: number.format(pairs),
    freeSize: formatBytes(locale, free.bytes),
    freeFiles: number.format(free.files),
    paidSize: formatBytes(locale, premium.bytes),
    paidFiles: number.format(premium.files),
    freeCredits: number.format(PLANS.free.credits),
    freeDays: number.format('days' in PLANS.free.cycle ? PLANS.free.cycle.days : 0),
    paidCredits: number.format(PLANS.monthly.credits),
    refundDays: number.format(REFUND_DAYS),
    firefoxTried: number.format(browserRecord('firefox').tried),
    firefoxShare: percent(browserShare(browserRecord('firefox'))),
    webkitTried: number.format(browserRecord('webkit').tried),
    webkitShare: percent(browserShare(browserRecord('webkit'))),
    unfinishedHours: number.format(UNFINISHED_HOURS),
  };
}
