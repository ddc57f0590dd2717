/** Sizes, durations, money, dates and lists, formatted by `Intl` for a locale. */
import { dateFormat, listFormat, numberFormat } from './intl.ts';
import type { Locale } from './locale.ts';

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
type Unit = (typeof BYTE_UNITS)[number] | 'second' | 'minute' | 'hour';

/** Formats a file size in decimal units: `1.2 MB`, `1.2MB`. */
export function formatBytes(locale: Locale, bytes: number): string {
  let size = bytes;
  let step = 0;
  // From 999.95 on, rounding to one decimal would show 1,000 of the smaller unit.
  while (size >= (step === 0 ? 1000 : 999.95) && step < BYTE_UNITS.length - 1) {
    size /= 1000;
    step += 1;
  }
  return withUnit(locale, BYTE_UNITS[step] ?? 'byte', size, step === 0 ? 0 : 1);
}

/** Formats a duration: tenths below ten seconds, then whole seconds, then minutes and seconds, then hours and minutes. */
export function formatDuration(locale: Locale, milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return withUnit(locale, 'second', seconds, 1);
  const whole = Math.round(seconds);
  if (whole < 60) return withUnit(locale, 'second', whole, 0);
  if (whole < 3600) return pair(locale, ['minute', Math.floor(whole / 60)], ['second', whole % 60]);
  return pair(locale, ['hour', Math.floor(whole / 3600)], ['minute', Math.floor((whole % 3600) / 60)]);
}

/** Formats `fraction` (of 1) as a whole percentage. */
export function formatPercent(locale: Locale, fraction: number): string {
  return numberFormat(locale, { style: 'percent' }).format(fraction);
}

/** Formats a relative change, `fraction` of 1, with its sign: `+46%`, `-26%`. Only a loss of everything is `-100%`. */
export function formatChange(locale: Locale, fraction: number): string {
  const shown = fraction > -1 ? Math.max(fraction, -0.99) : fraction;
  return numberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }).format(shown);
}

/** Formats `amount`, a decimal string, in an ISO 4217 `currency`, without `.00`: `$20`, `US$19.50`. */
export function formatMoney(locale: Locale, amount: string, currency: string): string {
  return numberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(Number(amount));
}

/** Formats a position in a recording or its length as players show it, rounded down to a second: `3:07`, `1:02:03`. */
export function formatPlaytime(milliseconds: number): string {
  const whole = Math.floor(Math.max(0, milliseconds) / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const end = String(seconds).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`;
}

/** Formats a day: `November 21, 2026`, `2026년 11월 21일`. Uses the reader's time zone unless told `UTC`. */
export function formatDate(locale: Locale, date: Date, timeZone?: 'UTC'): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone }).format(date);
}

/** Formats a day in short: `Nov 21, 2026`, `2026. 11. 21.`. */
export function formatShortDate(locale: Locale, date: Date, timeZone?: 'UTC'): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone }).format(date);
}

/** Formats a day and a time of day: `Nov 21, 2026, 3:07 PM`, `2026. 11. 21. 오후 3:07`. */
export function formatDateTime(locale: Locale, date: Date, timeZone?: 'UTC'): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(date);
}

/** Formats a time of day in the reader's time zone: `3:07:05 PM`, `오후 3:07:05`. */
export function formatTime(locale: Locale, date: Date): string {
  return dateFormat(locale, { timeStyle: 'medium' }).format(date);
}

/** Formats a list: `a, b, and c`. */
export function formatList(
  locale: Locale,
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return listFormat(locale, { type }).format(items);
}

type Amount = readonly [Unit, number];

function pair(locale: Locale, larger: Amount, smaller: Amount): string {
  const amounts = smaller[1] === 0 ? [larger] : [larger, smaller];
  return amounts.map(([name, value]) => withUnit(locale, name, value, 0)).join(' ');
}

function withUnit(locale: Locale, unit: Unit, value: number, maximumFractionDigits: 0 | 1): string {
  // The short form has no plural of "byte" in English and no Korean word for it.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  return numberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(value);
}

/** Formats a share of successful checks, rounded down so that 99.996 % does not read as 100 %. */
export function formatUptime(locale: Locale, uptime: number): string {
  const shown = uptime === 1 ? 1 : Math.min(uptime, 0.9999);
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(Math.floor(shown * 10_000) / 10_000);
}
