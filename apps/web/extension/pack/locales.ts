/** The texts that the browser itself shows: `_locales/LANGUAGE/messages.json`. */
import { EXTENSION_MESSAGES } from '@bakkum/i18n/extension-messages';
import { LOCALES, type Locale } from '@bakkum/i18n/locale';

const PREFIX = 'browser';

/** Returns files by their path in the package. */
export function localeFiles(): ReadonlyMap<string, string> {
  return new Map(LOCALES.map((locale) => [`_locales/${locale}/messages.json`, JSON.stringify(browserMessages(locale))]));
}

function browserMessages(locale: Locale): Readonly<Record<string, { readonly message: string }>> {
  const named = Object.entries(EXTENSION_MESSAGES[locale].extension).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(named.flatMap(([name, message]) => (typeof message === 'string' ? [[name, { message }]] : [])));
}
