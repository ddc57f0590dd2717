import type { LayoutInput } from '@bakkum/conversion/pages/page-layout';

export type Medium = LayoutInput['medium'];

/** Media queries as a printer on white paper or a light screen answers them. The frame itself is a screen of the wanted size. */
export function mediaFor(medium: Medium, media: string): string {
  return media
    .split(',')
    .map((query) => (medium === 'print' ? queryForPrint(normalized(query)) : queryForScreen(normalized(query))))
    .join(', ');
}

const normalized = (query: string): string =>
  query
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^only /, '');

const NEVER = /prefers-color-scheme ?: ?dark|prefers-reduced-motion ?: ?no-preference/;

function queryForPrint(query: string): string {
  if (NEVER.test(query)) return 'not all';
  if (query === 'not screen' || query === 'print' || query === 'all') return 'all';
  if (/^(?:not (?:print|all)|screen|speech|tv|handheld|projection)\b/.test(query)) return 'not all';
  return withoutColorScheme(query.replace(/^(?:print|all) and /, ''));
}

/** Dark screens and motion are the visitor's own settings, which an image must not depend on. */
const queryForScreen = (query: string): string => (NEVER.test(query) ? 'not all' : withoutColorScheme(query));

const withoutColorScheme = (condition: string): string =>
  condition.replaceAll(/\( ?prefers-color-scheme ?: ?light ?\)/g, '(min-width: 0px)');
