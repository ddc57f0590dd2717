import type { Locale } from '@bakkum/i18n/locale';
import { RECORD_TIME_ZONES } from '@bakkum/i18n/record-date';
import type { MailData, MailTemplate } from './mail.ts';

export type Wording = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A button in HTML; a line with the URL in plain text. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print below the button. */
  readonly note: string;
};

export type Brand = { readonly name: string };

/** Texts of every template in one language. */
export type Wordings = {
  readonly [Template in MailTemplate]: (data: MailData<Template>, brand: Brand) => Wording;
};

/** Formats date and time in the time zone of the language; the text around it names the zone. */
export function formatMoment(iso: string, locale: Locale): string {
  const timeZone = RECORD_TIME_ZONES[locale];
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(iso));
}

export function formatDay(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: RECORD_TIME_ZONES[locale] }).format(new Date(iso));
}

export function formatMoney(amount: string, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
}
