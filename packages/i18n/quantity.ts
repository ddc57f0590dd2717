/** Numbers with units in each language. */
import type { Locale } from './locale.ts';
import { formatNumber } from './message.ts';
import { formatClock } from './utc-dates.ts';

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
type Unit = (typeof BYTE_UNITS)[number] | 'second' | 'minute' | 'hour' | 'percent';

/**
 * Unit names as in CLDR: English puts a space before the unit, Korean none. Implemented here because the first
 * `Intl.NumberFormat` with a unit takes 0.1 s on a phone, before the page is usable.
 */
const UNIT_NAMES: Readonly<Record<Locale, Readonly<Record<Unit, string>>>> = {
  en: {
    ...{ byte: ' bytes', kilobyte: ' kB', megabyte: ' MB', gigabyte: ' GB', terabyte: ' TB' },
    ...{ second: ' sec', minute: ' min', hour: ' hr', percent: '%' },
  },
  ko: {
    ...{ byte: '바이트', kilobyte: 'kB', megabyte: 'MB', gigabyte: 'GB', terabyte: 'TB' },
    ...{ second: '초', minute: '분', hour: '시간', percent: '%' },
  },
};

/** A file size in decimal units: `1.2 MB`, `1.2MB`. */
export function formatBytes(locale: Locale, bytes: number): string {
  let size = bytes;
  let step = 0;
  // 999.95 of a unit would be rounded to 1,000.
  while (size >= (step === 0 ? 1000 : 999.95) && step < BYTE_UNITS.length - 1) {
    size /= 1000;
    step += 1;
  }
  return withUnit(locale, BYTE_UNITS[step] ?? 'byte', size, step === 0 ? 0 : 1);
}

/** A duration: with tenths below ten seconds, then whole seconds, then minutes and seconds, then hours and minutes. */
export function formatDuration(locale: Locale, milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return withUnit(locale, 'second', seconds, 1);
  const whole = Math.round(seconds);
  if (whole < 60) return withUnit(locale, 'second', whole, 0);
  if (whole < 3600) return pair(locale, ['minute', Math.floor(whole / 60)], ['second', whole % 60]);
  return pair(locale, ['hour', Math.floor(whole / 3600)], ['minute', Math.floor((whole % 3600) / 60)]);
}

/** `fraction` of 1 as a whole percentage. */
export function formatPercent(locale: Locale, fraction: number): string {
  return withUnit(locale, 'percent', fraction * 100, 0);
}

/** Relative growth, as a `fraction` of 1: `+46%`, `-26%`. */
export function formatChange(locale: Locale, fraction: number): string {
  const size = formatPercent(locale, Math.abs(fraction));
  if (size === formatPercent(locale, 0)) return size;
  return `${fraction < 0 ? '-' : '+'}${size}`;
}

/** CLDR's signs before an amount; a currency without a sign is written as its code. */
const CURRENCY_SIGNS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { en: { USD: '$' }, ko: { USD: 'US$' } };

/** `$20`, `US$19.50`. `amount` is a non-negative decimal string with at most two decimals; `currency` is an ISO 4217 code. */
export function formatMoney(locale: Locale, amount: string, currency: string): string {
  const [units = '', cents = ''] = Number(amount).toFixed(2).split('.');
  const sign = CURRENCY_SIGNS[locale][currency] ?? `${currency}\u00A0`;
  return `${sign}${formatNumber(locale, Number(units))}${cents === '00' ? '' : `.${cents}`}`;
}

/** A position or length of a recording, as players show it: `3:07`, `1:02:03`; seconds are rounded down. */
export function formatPlaytime(milliseconds: number): string {
  const whole = Math.floor(Math.max(0, milliseconds) / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const end = String(seconds).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`;
}

/** A day in the reader's time zone: `November 21, 2026`, `2026년 11월 21일`. For UTC, see utc-dates.ts. */
export function formatDate(locale: Locale, date: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(date);
}

/** The time of day in the reader's time zone: `3:07:05 PM`, `오후 3:07:05`. */
export function formatTime(locale: Locale, date: Date): string {
  return formatClock(locale, date.getHours(), date.getMinutes(), date.getSeconds());
}

/** `a, b, and c`. */
export function formatList(
  locale: Locale,
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(locale, { type }).format(items);
}

type Amount = readonly [Unit, number];

function pair(locale: Locale, larger: Amount, smaller: Amount): string {
  const amounts = smaller[1] === 0 ? [larger] : [larger, smaller];
  return amounts.map(([name, value]) => withUnit(locale, name, value, 0)).join(' ');
}

function withUnit(locale: Locale, name: Unit, value: number, mostDigits: 0 | 1): string {
  const written = formatNumber(locale, mostDigits === 0 ? Math.round(value) : Number(value.toFixed(mostDigits)));
  // English has no plural of "byte" in its short form.
  return `${written}${written === '1' && locale === 'en' && name === 'byte' ? ' byte' : UNIT_NAMES[locale][name]}`;
}
