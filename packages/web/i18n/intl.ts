import type { Locale } from './locale.ts';

/** `Intl` formatters, created once per locale and options, because creating one costs far more than using it. */
export const numberFormat = cached(
  (locale, options?: Intl.NumberFormatOptions): Intl.NumberFormat => new Intl.NumberFormat(locale, options),
);
export const dateFormat = cached(
  (locale, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => new Intl.DateTimeFormat(locale, options),
);
export const listFormat = cached(
  (locale, options?: Intl.ListFormatOptions): Intl.ListFormat => new Intl.ListFormat(locale, options),
);
export const pluralRules = cached(
  (locale, options?: Intl.PluralRulesOptions): Intl.PluralRules => new Intl.PluralRules(locale, options),
);

type Create<Options, Formatter> = (locale: Locale, options?: Options) => Formatter;

function cached<Options, Formatter>(create: Create<Options, Formatter>): Create<Options, Formatter> {
  const formatters = new Map<string, Formatter>();
  return (locale, options) => {
    const key = options === undefined ? locale : locale + JSON.stringify(options);
    const known = formatters.get(key);
    if (known) return known;
    const formatter = create(locale, options);
    formatters.set(key, formatter);
    return formatter;
  };
}
