import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';

/**
 * Where one signs in and comes back from, in the language of the page.
 * @param path of this site in the default language, with what follows it: `/home3#shared`
 */
export function useSignInPath(path: string): string {
  const locale = useLocale();
  return `${localePath(locale, pathOf('sign-in'))}?next=${encodeURIComponent(localePath(locale, path))}`;
}
