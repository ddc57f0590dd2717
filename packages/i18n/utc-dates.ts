/**
 * UTC dates and times, the same for everyone and on the server, formatted as in CLDR. Implemented here because the first
 * `Intl.DateTimeFormat` takes 0.1 s on a phone, before the page is usable.
 */
import type { Locale } from './locale.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const NOON = 12;

/** `November 21, 2026`, `2026년 11월 21일`. */
export function formatUtcDay(locale: Locale, date: Date): string {
  const { year, month, day, monthName } = dayOf(date);
  return locale === 'ko' ? `${year}년 ${month}월 ${day}일` : `${monthName} ${day}, ${year}`;
}

/** `Nov 21, 2026`, `2026. 11. 21.`. */
export function formatShortUtcDay(locale: Locale, date: Date): string {
  const { year, month, day, monthName } = dayOf(date);
  return locale === 'ko' ? `${year}. ${month}. ${day}.` : `${monthName.slice(0, 3)} ${day}, ${year}`;
}

/** `Nov 21, 2026, 3:07 PM`, `2026. 11. 21. 오후 3:07`. */
export function formatUtcMoment(locale: Locale, date: Date): string {
  const day = formatShortUtcDay(locale, date);
  const time = formatClock(locale, date.getUTCHours(), date.getUTCMinutes());
  return locale === 'ko' ? `${day} ${time}` : `${day}, ${time}`;
}

/** Clock time: `3:07 PM`, `오후 3:07`, with seconds if given. `rest` holds minutes and seconds. */
export function formatClock(locale: Locale, hours: number, ...rest: readonly number[]): string {
  const time = [hours % NOON || NOON, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
  return locale === 'ko' ? `${hours < NOON ? '오전' : '오후'} ${time}` : `${time} ${hours < NOON ? 'AM' : 'PM'}`;
}

type Day = { readonly year: number; readonly month: number; readonly day: number; readonly monthName: string };

function dayOf(date: Date): Day {
  if (Number.isNaN(date.getTime())) throw new RangeError('no date');
  const month = date.getUTCMonth();
  return { year: date.getUTCFullYear(), month: month + 1, day: date.getUTCDate(), monthName: MONTHS[month] ?? '' };
}
