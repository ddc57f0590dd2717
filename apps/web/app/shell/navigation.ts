import type { shell } from '@bakkum/i18n/strings/site/shell.en';
import { isReachable, type PageId, pathOf } from '@bakkum/site/pages';

type LinkWords = Extract<keyof typeof shell, `nav${string}`>;
export type NavigationLink = { readonly path: string; readonly words: LinkWords };

const link = (page: PageId, words: LinkWords) => ({ page, words });
const reachable = (links: readonly { readonly page: PageId; readonly words: LinkWords }[]): readonly NavigationLink[] =>
  links.filter(({ page }) => isReachable(page)).map(({ page, words }) => ({ path: pathOf(page), words }));

/** The kinds of converter, listed below the file converter. */
export const CONVERTER_LINKS = reachable([link('quick', 'navQuick'), link('batch', 'navBatch'), link('cloud', 'navCloud')]);

export type MainLink = NavigationLink & {
  /** Shown in the bar from 1024 px on; the others from 72rem on, and in the menu below. */
  readonly first: boolean;
  readonly below: readonly NavigationLink[];
};

const FIRST: readonly PageId[] = ['converter', 'generator', 'formats', 'subscription'];

const main = (page: PageId, words: LinkWords, below: readonly NavigationLink[] = []): readonly MainLink[] =>
  reachable([link(page, words)]).map((one) => ({ ...one, first: FIRST.includes(page), below }));

/** The main navigation, in the order of the specification. Wide screens show it as a bar, others in a menu. */
export const MAIN_LINKS: readonly MainLink[] = [
  ...main('home', 'navHome'),
  ...main('converter', 'navConverter', CONVERTER_LINKS),
  ...main('generator', 'navGenerator'),
  ...main('subscription', 'navPricing'),
  ...main('formats', 'navFormats'),
  ...main('faq', 'navFaq'),
  ...main('privacy', 'navPrivacy'),
  ...main('contact', 'navContact'),
];

export const FOOTER_GROUPS = [
  {
    heading: 'footerConvert',
    links: reachable([
      link('converter', 'navConverter'),
      link('quick', 'navQuick'),
      link('batch', 'navBatch'),
      link('cloud', 'navCloud'),
      link('formats', 'navFormats'),
    ]),
  },
  {
    heading: 'footerResources',
    links: reachable([
      link('resources', 'navResources'),
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
    links: reachable([
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

/** Every link of navigation and footer, once. */
export const ALL_LINKS: readonly NavigationLink[] = [
  ...new Map(
    [...MAIN_LINKS, ...FOOTER_GROUPS.flatMap(({ links }): readonly NavigationLink[] => links)].map(({ path, words }) => [
      path,
      { path, words },
    ]),
  ).values(),
];
