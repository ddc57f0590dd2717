import { localePath } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import type { CrumbsView } from '../../shell/breadcrumb.tsx';
import type { PairPage } from './pair-view.server.ts';
import type { Say } from './say.server.ts';

type Structured = Readonly<Record<string, unknown>>;

/** Returns the structured data of a pair page (schema.org): the application, its steps, the questions and the breadcrumb. */
export function structuredPair(
  { title, description, view }: PairPage,
  path: string,
  site: Site,
  locale: Say['locale'],
): readonly Structured[] {
  const url = new URL(localePath(locale, path), site.origin).href;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: `${title} · ${site.brand}`,
      description,
      url,
      inLanguage: locale,
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Any, in a browser',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'HowTo',
      name: view.steps.heading,
      step: view.steps.items.map(({ title: name, body: text }, index) => ({
        '@type': 'HowToStep',
        position: index + 1,
        name,
        text,
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: view.questions.items.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
    structuredCrumbs(view.crumbs, url, site, locale),
  ];
}

export function structuredCrumbs({ links, here }: CrumbsView, url: string, site: Site, locale: Say['locale']): Structured {
  const places = [
    ...links.map((link) => ({ name: link.text, item: new URL(localePath(locale, link.path), site.origin).href })),
    { name: here, item: url },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place })),
  };
}
