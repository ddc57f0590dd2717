import { expect, it } from 'vitest';
import { LOCALES, type Locale } from './locale.ts';
import { formatShortUtcDay, formatUtcDay, formatUtcMoment } from './utc-dates.ts';

/** A year and a half of moments, 7 hours and 13 minutes apart, so that every day, hour and minute of note occurs. */
const MOMENTS = Array.from({ length: 1800 }, (_, place) => new Date(Date.UTC(2026, 6, 1) + place * 433 * 60_000));

function byIntl(locale: Locale, style: Intl.DateTimeFormatOptions): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
  // Since CLDR 42 a narrow no-break space stands before AM and PM; browsers write a plain one.
  return MOMENTS.map((moment) => format.format(moment).replaceAll('\u202F', ' '));
}

it.each(LOCALES)('writes days and moments in "%s" as CLDR does', (locale) => {
  expect(MOMENTS.map((moment) => formatUtcDay(locale, moment))).toEqual(byIntl(locale, { dateStyle: 'long' }));
  expect(MOMENTS.map((moment) => formatShortUtcDay(locale, moment))).toEqual(byIntl(locale, { dateStyle: 'medium' }));
  expect(MOMENTS.map((moment) => formatUtcMoment(locale, moment))).toEqual(
    byIntl(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  );
});

it('refuses what is no date', () => {
  expect(() => formatUtcDay('en', new Date('never'))).toThrow(RangeError);
});
