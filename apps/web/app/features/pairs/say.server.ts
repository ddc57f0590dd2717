import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { resolveParticles } from '@bakkum/i18n/particles';
import { formatList } from '@bakkum/i18n/quantity';
import type { pairs } from '@bakkum/i18n/strings/conversion/pairs.en';

export type SentenceKey = keyof typeof pairs;
export type Values = Readonly<Record<string, string | number>>;

/** Returns a message of the page in its language, filled in. */
export type Say = {
  (key: SentenceKey, values?: Values): string;
  readonly locale: Locale;
};

/** `a, b and c`; Korean uses commas only. */
export function listed(items: readonly string[], locale: Locale): string {
  return locale === 'ko' ? items.join(', ') : formatList(locale, items);
}

export function messagesIn(locale: Locale, common: Values = {}): Say {
  const words = wordsOf(locale, 'pairs');
  const say = (key: SentenceKey, values: Values = {}): string => {
    const text = words.lookup(key, { ...common, ...values });
    if (text === undefined) throw new RangeError(`no sentence ${key}`);
    return resolveParticles(text);
  };
  return Object.assign(say, { locale });
}
