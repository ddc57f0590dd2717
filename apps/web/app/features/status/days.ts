import { type DayOfChecks, STATUS_DAYS } from '@bakkum/api-contract/status';
import type { Locale } from '@bakkum/i18n/locale';
import { formatDateTime, formatShortDate } from '@bakkum/i18n/quantity';

const DAY_MS = 86_400_000;
/** Share of failed checks above which a day counts as bad. */
const BAD_DAY_SHARE = 0.05;

export type Grade = 'good' | 'some' | 'many' | 'none';

export function gradeOf(day: DayOfChecks | undefined): Grade {
  if (!day || day.checks === 0) return 'none';
  if (day.bad === 0) return 'good';
  return day.bad / day.checks > BAD_DAY_SHARE ? 'many' : 'some';
}

/** Returns days in UTC as `2026-11-21`, oldest first. */
export function lastDays(at: string): readonly string[] {
  const last = new Date(at).getTime();
  return Array.from({ length: STATUS_DAYS }, (_, place) =>
    new Date(last - (STATUS_DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Formats a day of the records, which count days in UTC: `Nov 21, 2026`. */
export const dayName = (locale: Locale, day: string): string => formatShortDate(locale, new Date(day), 'UTC');

/** Formats a moment with its time in UTC, so that server and browser render the same text. */
export const momentName = (locale: Locale, moment: string): string => `${formatDateTime(locale, new Date(moment), 'UTC')} UTC`;
