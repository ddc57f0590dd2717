import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';

/**
 * Returns the path of the sign-in page, from which the user returns, in the language of the page.
 * @param path of this site in the default language, with query and hash: `/home3#shared`
 */
export function useSignInPath(path: string): string {
  const locale = useLocale();
  return `${localePath(locale, pathOf('sign-in'))}?next=${encodeURIComponent(localePath(locale, path))}`;
}
