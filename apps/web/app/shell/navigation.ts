import { isBuilt, type PageId, pathOf } from '@bakkum/site/pages';

type LinkWords = 'navConverter' | 'navLicenses';
export type NavigationLink = { readonly path: string; readonly words: LinkWords };

const link = (page: PageId, words: LinkWords) => ({ page, words });
const built = (links: readonly { readonly page: PageId; readonly words: LinkWords }[]): readonly NavigationLink[] =>
  links.filter(({ page }) => isBuilt(page)).map(({ page, words }) => ({ path: pathOf(page), words }));

/** What the navigation bar links to. A page that is not built yet is not linked. */
export const MAIN_LINKS = built([link('converter', 'navConverter')]);

export const FOOTER_GROUPS = [
  { heading: 'footerConvert', links: built([link('converter', 'navConverter')]) },
  { heading: 'footerAbout', links: built([link('licenses', 'navLicenses')]) },
] as const;
