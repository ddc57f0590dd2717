export const LOCALES = ['en', 'ko'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language of paths without a prefix. */
export const DEFAULT_LOCALE: Locale = 'en';

/** Where a visitor's language is stored: the cookie's name, and the key in local storage. */
export const LOCALE_STORAGE = 'bakkum-locale';
/** Lifetime of the cookie: one year. */
export const LOCALE_STORED_SECONDS = 365 * 24 * 60 * 60;

/** Each language's own name. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', ko: '한국어' };

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Path of a page in a language: `/converter` → `/ko/converter`. `path` is a path of the default language. */
export function localePath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Removes slashes at the end, one after the other: a pattern such as `\/+$` takes quadratic time on a path of slashes. */
export function withoutTrailingSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 0 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}

/** The inverse: `/ko/converter` → Korean and `/converter`. Drops a trailing slash. */
export function splitLocale(pathname: string): { readonly locale: Locale; readonly path: string } {
  const trimmed = withoutTrailingSlashes(pathname) || '/';
  const [, first = '', ...rest] = trimmed.split('/');
  if (!isLocale(first) || first === DEFAULT_LOCALE) return { locale: DEFAULT_LOCALE, path: trimmed };
  return { locale: first, path: `/${rest.join('/')}` };
}

/**
 * The supported language with the highest weight in `Accept-Language` (RFC 9110, 12.5.4), the earlier one for equal weights;
 * undefined when none is supported.
 */
export function preferredLocale(acceptLanguage: string | undefined): Locale | undefined {
  let best: { locale: Locale; weight: number } | undefined;
  for (const range of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const locale = tag.split('-')[0];
    const weight = weightOf(parameters);
    if (isLocale(locale) && weight > 0 && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale;
}

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
  if (!quality) return 1;
  const weight = Number(quality.slice(2));
  return Number.isFinite(weight) ? weight : 0;
}
