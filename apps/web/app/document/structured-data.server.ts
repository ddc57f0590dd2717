/** Structured data of pages for search engines (schema.org). */
import { type Locale, localePath } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import type { CrumbsView } from '../shell/breadcrumb.tsx';

export type Structured = Readonly<Record<string, unknown>>;

const CONTEXT = { '@context': 'https://schema.org' };
/** The converter, which every page offers. */
const APPLICATION = {
  applicationCategory: 'UtilitiesApplication',
  operatingSystem: 'Any, in a browser',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
};

export function structuredSite(description: string, { brand, origin }: Site, locale: Locale): readonly Structured[] {
  const url = new URL(localePath(locale, '/'), origin).href;
  const about = { ...CONTEXT, name: brand, url, inLanguage: locale, description };
  return [
    { ...about, '@type': 'WebSite' },
    { ...about, '@type': 'WebApplication', ...APPLICATION, browserRequirements: 'WebAssembly', isAccessibleForFree: true },
  ];
}

/** The converter as offered on the page of a pair or tool. */
export function structuredApplication(
  { title, description }: { readonly title: string; readonly description: string },
  url: string,
  { brand }: Site,
  locale: Locale,
): Structured {
  const about = { name: `${title} · ${brand}`, description, url, inLanguage: locale };
  return { ...CONTEXT, '@type': 'SoftwareApplication', ...about, ...APPLICATION };
}

/** @param questions with answers as plain text */
export function structuredQuestions(questions: readonly { readonly question: string; readonly answer: string }[]): Structured {
  return {
    ...CONTEXT,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

export function structuredCrumbs({ links, here }: CrumbsView, url: string, site: Site, locale: Locale): Structured {
  const places = [
    ...links.map((link) => ({ name: link.text, item: new URL(localePath(locale, link.path), site.origin).href })),
    { name: here, item: url },
  ];
  return {
    ...CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place })),
  };
}
