import { SESSION_HINT } from '@bakkum/api-contract/session-hint';
import { storedText } from '../state/stored-text.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Key in local storage. */
const THEME_STORAGE = 'bakkum-theme';

/**
 * Inline script that runs before the first paint, so that neither the wrong theme nor content for signed-out visitors flashes.
 * The security policy allows it by its hash.
 */
export const THEME_SCRIPT = `if(/${SESSION_HINT}=1/.test(document.cookie))document.documentElement.dataset.member='';try{var t=localStorage.getItem('${THEME_STORAGE}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

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
