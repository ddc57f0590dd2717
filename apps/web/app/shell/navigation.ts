import type { shell } from '@bakkum/i18n/strings/site/shell.en';
import { isBuilt, type PageId, pathOf } from '@bakkum/site/pages';

type LinkWords = Extract<keyof typeof shell, `nav${string}`>;
export type NavigationLink = { readonly path: string; readonly words: LinkWords };

const link = (page: PageId, words: LinkWords) => ({ page, words });
const built = (links: readonly { readonly page: PageId; readonly words: LinkWords }[]): readonly NavigationLink[] =>
  links.filter(({ page }) => isBuilt(page)).map(({ page, words }) => ({ path: pathOf(page), words }));

/** Links of the navigation bar. Pages that are not built yet are left out. */
export const MAIN_LINKS = built([
  link('converter', 'navConverter'),
  link('generator', 'navGenerator'),
  link('formats', 'navFormats'),
  link('subscription', 'navPricing'),
]);

export const FOOTER_GROUPS = [
  {
    heading: 'footerConvert',
    links: built([
      link('converter', 'navConverter'),
      link('quick', 'navQuick'),
      link('batch', 'navBatch'),
      link('cloud', 'navCloud'),
      link('formats', 'navFormats'),
    ]),
  },
  {
    heading: 'footerResources',
    links: built([
      link('file-types-guide', 'navGuide'),
      link('conversion-tips', 'navTips'),
      link('api-docs', 'navApi'),
      link('tutorials', 'navTutorials'),
      link('help-center', 'navHelp'),
      link('faq', 'navFaq'),
      link('contact', 'navContact'),
    ]),
  },
  {
    heading: 'footerAbout',
    links: built([
      link('how-it-works', 'navHow'),
      link('status', 'navStatus'),
      link('offline', 'navOffline'),
      link('privacy', 'navPrivacy'),
      link('subscription', 'navPricing'),
      link('terms', 'navTerms'),
      link('refunds', 'navRefunds'),
      link('licenses', 'navLicenses'),
    ]),
  },
] as const;
