import type { MailData, MailTemplate } from './mail.ts';

export type Wording = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A button, in HTML, and a line with the address, in text. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Below the button, smaller. */
  readonly note: string;
};

export type Brand = { readonly name: string };

/** Every template in one language. */
export type Wordings = {
  readonly [Template in MailTemplate]: (data: MailData<Template>, brand: Brand) => Wording;
};

/** Date and time of day in UTC, which the text says. */
export function formatMoment(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso));
}

export function formatDay(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}

export function formatMoney(amount: string, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
}
