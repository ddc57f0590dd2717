import { type Locale, localePath } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';

type Structured = Readonly<Record<string, unknown>>;

/** Returns the structured data of the site (schema.org). */
export function structuredSite(description: string, { brand, origin }: Site, locale: Locale): readonly Structured[] {
  const url = new URL(localePath(locale, '/'), origin).href;
  const context = { '@context': 'https://schema.org', name: brand, url, inLanguage: locale, description };
  return [
    { ...context, '@type': 'WebSite' },
    {
      ...context,
      '@type': 'WebApplication',
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Any, in a browser',
      browserRequirements: 'WebAssembly',
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    },
  ];
}
