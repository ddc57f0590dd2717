import { LOCALE_STORAGE, type Locale } from '@bakkum/i18n/locale';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Remembers the language: in a cookie, for the server's redirect, and in local storage. */
export function storeLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LOCALE_STORAGE}=${locale}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(LOCALE_STORAGE, locale);
  } catch {
    // Storage is closed to us: the cookie is enough.
  }
}
