import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { formatOfSlug, pairPath, popularPairs, spokenName } from '@bakkum/registry/offered-pairs';
import { toolPath, tools } from '@bakkum/registry/tools';
import { pageAt } from '@bakkum/site/pages';
import { articleCards } from '../features/articles/library.server.ts';
import { articlePath } from '../features/articles/paths.ts';
import { formatPaths } from '../features/pairs/listed-paths.server.ts';
import type { KnownPage } from '../missing/near-pages.server.ts';
import { ALL_LINKS } from '../shell/navigation.ts';

/** All pages that can be suggested for an unknown address. */
export function knownPages(locale: Locale): readonly KnownPage[] {
  const { lookup } = wordsOf(locale, 'shell');
  return [
    // The ids of pages are English words, which some of the addresses are not: /home3 is the page `cloud`.
    ...ALL_LINKS.map(({ path, words }) => ({ path, text: lookup(words) ?? path, alias: pageAt(path)?.id ?? '' })),
    ...knownArticles(locale),
    ...knownFormats(),
    ...knownTools(locale),
    ...knownPairs(),
  ];
}

export function knownArticles(locale: Locale): readonly KnownPage[] {
  return articleCards(locale).map(({ id, title }) => ({ path: articlePath(id), text: title }));
}

export function knownTools(locale: Locale): readonly KnownPage[] {
  return tools().map((tool) => ({ path: toolPath(tool), text: tool[locale].title }));
}

/** Formats have the same names in every language. */
export function knownFormats(): readonly KnownPage[] {
  return formatPaths().map((path) => {
    const slug = path.slice('/formats/'.length);
    return { path, text: spokenName(formatOfSlug(slug) ?? slug) };
  });
}

export function knownPairs(): readonly KnownPage[] {
  return popularPairs().map((pair) => ({ path: pairPath(pair), text: `${spokenName(pair.from)} → ${spokenName(pair.to)}` }));
}
