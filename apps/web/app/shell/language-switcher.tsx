import { LOCALE_NAMES, LOCALES, localePath, splitLocale } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Languages } from '@bakkum/ui/icons';
import { Link, useLocation } from 'react-router';
import { storeLocale } from '../document/locale-choice.ts';

/** Links to this page in the other languages, each in its own language. Following one is remembered as a choice. */
export function LanguageSwitcher() {
  const t = useMessages('shell');
  const current = useLocale();
  const { pathname, search } = useLocation();
  const { path } = splitLocale(pathname);
  return LOCALES.filter((locale) => locale !== current).map((locale) => (
    <Link
      key={locale}
      to={{ pathname: localePath(locale, path), search }}
      hrefLang={locale}
      preventScrollReset
      title={t('switchLanguage', { language: LOCALE_NAMES[locale] })}
      onClick={() => storeLocale(locale)}
      className="flex min-h-11 items-center gap-2 rounded-md px-3 font-medium text-ink-soft text-sm no-underline max-[22rem]:px-1.5 transition-colors hover:bg-sunken hover:text-ink"
    >
      <Languages aria-hidden size={18} strokeWidth={1.75} />
      <span lang={locale} className="max-[26rem]:sr-only">
        {LOCALE_NAMES[locale]}
      </span>
    </Link>
  ));
}
