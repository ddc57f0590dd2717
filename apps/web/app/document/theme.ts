import { storedText } from '../state/stored-text.ts';
import { THEME_STORAGE } from './theme-script.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const stored = storedText(THEME_STORAGE);

/** Returns the visitor's choice, or `system` when there is none. */
function storedTheme(): Theme {
  const text = stored.snapshot();
  return THEMES.find((theme) => theme === text) ?? 'system';
}

/** Applies the theme and remembers it, until the page is left if storage is unavailable. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  stored.write(theme);
}

export const themeChoice = { subscribe: stored.subscribe, snapshot: storedTheme, initial: (): Theme => 'system' };
