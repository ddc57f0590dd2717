import { type Locale, localePath } from '@bakkum/i18n/locale';
import { notStored as english } from '@bakkum/i18n/strings/site/not-stored.en';
import { notStored as korean } from '@bakkum/i18n/strings/site/not-stored.ko';
import { pathOf } from '@bakkum/site/pages';
import { THEME_SCRIPT } from '../document/theme-script.ts';

const WORDS = { en: english, ko: korean } as const satisfies Readonly<Record<Locale, unknown>>;

/** Pages to offer offline. */
const OFFERED = ['home', 'converter', 'batch', 'offline', 'faq'] as const;

/** Browsers also report a connection that reaches nothing, so the address is requested first. HEAD passes the service worker. */
const RELOAD_SCRIPT =
  "addEventListener('online',()=>fetch('',{method:'HEAD',cache:'no-store'}).then(()=>location.reload(),()=>undefined))";

type OfflinePage = {
  readonly locale: Locale;
  /** URL paths of the site's style sheets. */
  readonly styles: readonly string[];
  readonly isStored: (path: string) => Promise<boolean>;
};

/**
 * Returns the page shown offline at an address that is not stored. It loads again as soon as there is a connection, and needs no
 * script of the site, because the address belongs to another page.
 */
export async function offlinePage({ locale, styles, isStored }: OfflinePage): Promise<Response> {
  const words = WORDS[locale];
  const links = OFFERED.map((id) => ({ text: words[id], path: localePath(locale, pathOf(id)) }));
  const stored = await Promise.all(links.map(({ path }) => isStored(path)));
  const offered = links
    .filter((_, at) => stored[at])
    .map(({ text, path }) => `<li><a class="${LINK}" href="${path}">${text}</a></li>`);
  const page = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<script>${THEME_SCRIPT};${RELOAD_SCRIPT}</script>
${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}
</head>
<body class="flex min-h-dvh flex-col">
<main class="work-width flex grow flex-col items-start justify-center py-20">
<h1 class="font-bold text-2xl">${words.title}</h1>
<p class="mt-3 max-w-read text-ink-soft">${words.body}</p>
<p class="mt-6"><a class="${BUTTON}" href="">${words.again}</a></p>
${offered.length > 0 ? `<h2 class="mt-12 font-semibold text-lg">${words.works}</h2><ul class="mt-3 flex flex-wrap gap-2">${offered.join('')}</ul>` : ''}
</main>
</body>
</html>`;
  return new Response(page, { status: 503, headers: HEADERS });
}

/** In a frame or window of another page of this site, the page would be one without the policy of that page. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** As in packages/web/ui/button.tsx, which renders with React. */
const BASE = 'inline-flex min-h-11 items-center justify-center rounded-md border px-4 font-semibold no-underline';
const BUTTON = `${BASE} border-transparent bg-accent text-on-accent hover:bg-accent-strong`;
const LINK = `${BASE} border-line bg-surface text-ink hover:border-line-strong hover:bg-sunken`;
