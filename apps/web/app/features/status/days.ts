import { type DayOfChecks, STATUS_DAYS } from '@bakkum/api-contract/status';
import type { Locale } from '@bakkum/i18n/locale';
import { formatNumber } from '@bakkum/i18n/message';
import { formatShortUtcDay, formatUtcMoment } from '@bakkum/i18n/utc-dates';

const DAY_MS = 86_400_000;
/** More failed checks than this are many. */
const MANY = 0.05;

export type Grade = 'good' | 'some' | 'many' | 'none';

export function gradeOf(day: DayOfChecks | undefined): Grade {
  if (!day || day.checks === 0) return 'none';
  if (day.bad === 0) return 'good';
  return day.bad / day.checks > MANY ? 'many' : 'some';
}

/** Days of UTC as `2026-11-21`, the oldest first. */
export function lastDays(at: string): readonly string[] {
  const last = new Date(at).getTime();
  return Array.from({ length: STATUS_DAYS }, (_, place) =>
    new Date(last - (STATUS_DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** `Nov 21, 2026`, as the records count days: by UTC. */
export const dayName = (locale: Locale, day: string): string => formatShortUtcDay(locale, new Date(day));

/** With the time, the same for everybody and on the server: in UTC. */
export const momentName = (locale: Locale, moment: string): string => `${formatUtcMoment(locale, new Date(moment))} UTC`;

/** A whole number only where nothing failed: 99.996 % is not 100 %. */
export function uptimeText(locale: Locale, uptime: number): string {
  const shown = uptime === 1 ? 1 : Math.min(uptime, 0.9999);
  return `${formatNumber(locale, Math.floor(shown * 10_000) / 100)}%`;
}
