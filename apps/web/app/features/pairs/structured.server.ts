import { localePath } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import {
  type Structured,
  structuredApplication,
  structuredCrumbs,
  structuredQuestions,
} from '../../document/structured-data.server.ts';
import type { PairPage } from './pair-view.server.ts';
import type { Say } from './say.server.ts';

/** Returns the structured data of a pair page (schema.org): the application, its steps, the questions and the breadcrumb. */
export function structuredPair(
  { title, description, view }: PairPage,
  path: string,
  site: Site,
  locale: Say['locale'],
): readonly Structured[] {
  const url = new URL(localePath(locale, path), site.origin).href;
  return [
    structuredApplication({ title, description }, url, site, locale),
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
    structuredQuestions(view.questions.items),
    structuredCrumbs(view.crumbs, url, site, locale),
  ];
}
