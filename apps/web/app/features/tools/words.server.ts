import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';

/** Returns a lookup of the texts that the pages of tools share with those of pairs. It throws a `RangeError` for an unknown key. */
export function wordsIn(locale: Locale): (key: string) => string {
  const { lookup } = wordsOf(locale, 'pairs');
  return (key) => {
    const text = lookup(key);
    if (text === undefined) throw new RangeError(`no sentence ${key}`);
    return text;
  };
}
