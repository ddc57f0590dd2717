/** The HTML files of a static copy. Each carries its security policy, because a file server may send no headers. */
import { createHash } from 'node:crypto';
import { wordsOf } from '@bakkum/i18n/catalogue';
import { DEFAULT_LOCALE, LOCALES, type Locale, localePath } from '@bakkum/i18n/locale';
import { escapeHtml } from '@bakkum/markup/escape';
import { pathOf } from '@bakkum/site/pages';
import { contentSecurityPolicy, inlineScripts } from '@bakkum/site/security-policy';
import { THEME_SCRIPT } from '../app/document/theme-script.ts';

const HEAD_BEGIN = '<meta charSet="utf-8"/>';

/**
 * Puts the security policy before everything it applies to.
 * @throws Error if the page does not begin as expected
 */
export function withPolicy(html: string): string {
  const at = html.indexOf(HEAD_BEGIN);
  if (at === -1) throw new Error('the page has no character set');
  const hashes = inlineScripts(html).map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
  const policy = contentSecurityPolicy({ scriptHashes: hashes });
  const end = at + HEAD_BEGIN.length;
  return `${html.slice(0, end)}<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}"/>${html.slice(end)}`;
}

/** Shows the text of the language in the address. None of the site's scripts run on this page. */
const LANGUAGE_SCRIPT = `const wanted=location.pathname.split('/')[1];for(const main of document.querySelectorAll('main'))main.hidden=main.lang!==(document.getElementById(wanted)?wanted:'${DEFAULT_LOCALE}')`;

type MissingPageFile = {
  readonly brand: string;
  /** URL paths of the site's style sheets. */
  readonly styles: readonly string[];
};

/** The page for unknown addresses, in all languages, as the server does not know which one is meant. */
export function missingPageFile({ brand, styles }: MissingPageFile): string {
  const title = textOf(DEFAULT_LOCALE, 'missing', 'page-title');
  return withPolicy(`<!DOCTYPE html><html lang="${DEFAULT_LOCALE}"><head>${HEAD_BEGIN}<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escapeHtml(`${title} · ${brand}`)}</title><meta name="robots" content="noindex"/><link rel="icon" href="/favicon.svg"/>
${styles.map((href) => `<link rel="stylesheet" href="${href}"/>`).join('')}<script>${THEME_SCRIPT}</script></head>
<body class="flex min-h-dvh flex-col">${LOCALES.map(missingText).join('')}<script>${LANGUAGE_SCRIPT}</script></body></html>
`);
}

/** As in packages/web/ui/button.tsx, which renders with React. */
const BUTTON =
  'inline-flex min-h-11 items-center justify-center rounded-md border border-line bg-surface px-4 font-semibold text-ink no-underline hover:border-line-strong hover:bg-sunken';
const LINKS = [
  ['home', 'missing', 'page-all'],
  ['converter', 'shell', 'navConverter'],
  ['formats', 'shell', 'navFormats'],
  ['help-center', 'shell', 'navHelp'],
] as const;

function missingText(locale: Locale): string {
  const links = LINKS.map(
    ([page, namespace, key]) =>
      `<li><a class="${BUTTON}" href="${localePath(locale, pathOf(page))}">${escapeHtml(textOf(locale, namespace, key))}</a></li>`,
  );
  return `<main id="${locale}" lang="${locale}"${locale === DEFAULT_LOCALE ? '' : ' hidden'} class="work-width grow py-20">
<p class="font-semibold text-ink-faint text-sm">404</p><h1 class="mt-1 font-bold text-2xl">${escapeHtml(textOf(locale, 'missing', 'page-title'))}</h1>
<p class="mt-3 max-w-read text-ink-soft">${escapeHtml(textOf(locale, 'missing', 'page-body-copy'))}</p>
<ul class="mt-6 flex flex-wrap gap-2">${links.join('')}</ul></main>`;
}

function textOf(locale: Locale, namespace: 'missing' | 'shell', key: string): string {
  const text = wordsOf(locale, namespace).lookup(key);
  if (text === undefined) throw new Error(`no message ${key}`);
  return text;
}

/** A page that leads to another one, for hosts without redirects. */
export function redirectFile(target: string): string {
  return `<!DOCTYPE html><html><head>${HEAD_BEGIN}<meta name="robots" content="noindex"/><meta http-equiv="refresh" content="0;url=${escapeHtml(target)}"/><title>${escapeHtml(target)}</title></head><body><a href="${escapeHtml(target)}">${escapeHtml(target)}</a></body></html>
`;
}
