import { type Locale, localePath } from '@bakkum/i18n/locale';
import { pathOf } from '@bakkum/site/pages';

/** Hash of the sign-in page that opens the form for a new account. */
export const CREATE_HASH = '#create';

/**
 * Returns the path of the sign-in page, from which the user returns.
 * @param next path of this site in the language of the page, with query and hash: `/ko/home3#shared`
 */
export function signInPath(locale: Locale, next: string): string {
  return `${localePath(locale, pathOf('sign-in'))}?next=${encodeURIComponent(next)}`;
}
