import type { Locale } from './locale.ts';

/** The fewest characters a page is described in, for search results and shared links. Less tells nobody what is there. */
export const SHORTEST_DESCRIPTION: Readonly<Record<Locale, number>> = { en: 50, ko: 30 };
