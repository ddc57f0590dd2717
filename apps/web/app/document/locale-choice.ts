import { LOCALE_STORAGE, LOCALE_STORED_SECONDS, type Locale } from '@bakkum/i18n/locale';

/** Remembers the language in a cookie, for the server's redirect, and in local storage. */
export function storeLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LOCALE_STORAGE}=${locale}; Path=/; Max-Age=${LOCALE_STORED_SECONDS}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(LOCALE_STORAGE, locale);
  } catch {
    // Local storage is unavailable; the cookie is enough.
  }
}
