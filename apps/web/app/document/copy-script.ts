import { DEFAULT_LOCALE, LOCALE_STORAGE, LOCALES } from '@bakkum/i18n/locale';

const OTHERS = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

/**
 * Inline script of a static copy. Replaces the redirects of our server, before the first paint: removes the trailing slash that file
 * servers add (`/converter/`), so that each page has one address, and opens the language that the visitor chose or prefers.
 */
export const COPY_SCRIPT = `{const path=location.pathname.replace(/(?<=.)\\/+$/,''),rest=location.search+location.hash;
if(path!==location.pathname)history.replaceState(history.state,'',path+rest);
let chosen=null;try{chosen=localStorage.getItem('${LOCALE_STORAGE}')}catch{}
chosen??=navigator.languages.map(name=>name.split('-')[0]).find(name=>${JSON.stringify(LOCALES)}.includes(name));
if(document.documentElement.lang==='${DEFAULT_LOCALE}'&&${JSON.stringify(OTHERS)}.includes(chosen))location.replace('/'+chosen+(path==='/'?'':path)+rest)}`;
