import type { Locale } from '@bakkum/i18n/locale';
import type { PageMessages } from '@bakkum/i18n/react';

/** Replaced by the build, which then leaves the catalogues out of every other build. */
declare const STATIC_COPY: object | undefined;

const CATALOGUES: Readonly<Record<Locale, () => Promise<PageMessages>>> | undefined =
  typeof STATIC_COPY === 'undefined'
    ? undefined
    : {
        en: async () => (await import('@bakkum/i18n/strings.en')).en,
        ko: async () => (await import('@bakkum/i18n/strings.ko')).ko,
      };
const loading = new Map<Locale, Promise<PageMessages>>();

/**
 * Loads all messages of a language, once. A static copy has them in one file per language, because thousands of pages would each
 * repeat them. The same promise for the same language.
 */
export function copyMessages(locale: Locale): Promise<PageMessages> {
  const known = loading.get(locale);
  if (known) return known;
  if (!CATALOGUES) throw new Error('not a static copy');
  const started = CATALOGUES[locale]();
  loading.set(locale, started);
  return started;
}
