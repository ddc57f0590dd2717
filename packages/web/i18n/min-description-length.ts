import type { Locale } from './locale.ts';

/** Minimum length of a page description in characters, for search results and shared links. Shorter ones say too little. */
export const MIN_DESCRIPTION_LENGTH: Readonly<Record<Locale, number>> = { en: 50, ko: 30 };
