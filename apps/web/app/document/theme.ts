import { SESSION_HINT } from '@bakkum/api-contract/session-hint';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Key in local storage. */
const THEME_STORAGE = 'bakkum-theme';

/**
 * Inline script that runs before the first paint, so that neither the wrong theme nor content for signed-out visitors flashes.
 * The security policy allows it by its hash.
 */
export const THEME_SCRIPT = `if(/${SESSION_HINT}=1/.test(document.cookie))document.documentElement.dataset.member='';try{var t=localStorage.getItem('${THEME_STORAGE}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

/** For this visit, when the browser cannot store it. */
let chosen: Theme | undefined;
const listeners = new Set<() => void>();

/** Returns the visitor's choice, or `system` when there is none. */
export function storedTheme(): Theme {
  if (chosen) return chosen;
  try {
    const stored = localStorage.getItem(THEME_STORAGE);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies the theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  try {
    localStorage.setItem(THEME_STORAGE, theme);
  } catch {
    // Storage is unavailable (private mode, policy): the choice lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

/** Calls back after every change of the choice. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
