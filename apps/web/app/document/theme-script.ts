import { SESSION_HINT } from '@bakkum/api-contract/session-hint';

/** Key in local storage. */
export const THEME_STORAGE = 'bakkum-theme';

/**
 * Inline script that runs before the first paint, so that neither the wrong theme nor content for signed-out visitors flashes.
 * The security policy allows it by its hash.
 */
export const THEME_SCRIPT = `if(/${SESSION_HINT}=1/.test(document.cookie))document.documentElement.dataset.member='';try{var t=localStorage.getItem('${THEME_STORAGE}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;
