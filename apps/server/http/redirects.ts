import {
  DEFAULT_LOCALE,
  isLocale,
  LOCALE_STORAGE,
  LOCALE_STORED_SECONDS,
  type Locale,
  localePath,
  preferredLocale,
  splitLocale,
  withoutTrailingSlashes,
} from '@bakkum/i18n/locale';
import { isBuilt, type PageId, pageOfKey, pathOf } from '@bakkum/site/pages';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** Redirects page keys, as `/?page=real-converter` and `/real-converter` to `/converter`, and guesses, keeping the language. */
export const pageKeyRedirect: MiddlewareHandler = async (context, next) => {
  const url = new URL(context.req.url);
  const target = isRead(context.req.method) ? pathOfKeyAddress(url) : undefined;
  if (!target) return next();
  url.searchParams.delete('page');
  return context.redirect(target + url.search, 301);
};

/** Redirects `/converter/` to `/converter`, so that each page has one address. */
export const trailingSlashRedirect: MiddlewareHandler = async (context, next) => {
  const { pathname, search } = new URL(context.req.url);
  const trimmed = withoutTrailingSlashes(pathname);
  if (!isRead(context.req.method) || trimmed === pathname || trimmed === '') return next();
  // Two leading slashes would be read as another host.
  return context.redirect(trimmed.replace(/^\/+/, '/') + search, 301);
};

/**
 * Paths without a locale are English. Redirects visitors who chose another language, or whose browser prefers another supported
 * one. Following a link on this site to another language counts as a choice, even without scripts or in a new tab.
 */
export const localeRedirect: MiddlewareHandler = async (context, next) => {
  const { pathname, search } = new URL(context.req.url);
  if (!isRead(context.req.method) || !isPageAddress(pathname)) return next();
  const { locale, path } = splitLocale(pathname);
  if (hasChosen(context, locale)) {
    await next();
    setCookie(context, LOCALE_STORAGE, locale, {
      maxAge: LOCALE_STORED_SECONDS,
      sameSite: 'Lax',
      secure: new URL(context.req.url).protocol === 'https:',
    });
    context.res.headers.set('Cache-Control', 'private, no-cache');
    return;
  }
  const stored = getCookie(context, LOCALE_STORAGE);
  const wanted: Locale | undefined = isLocale(stored) ? stored : preferredLocale(context.req.header('Accept-Language'));
  if (locale !== DEFAULT_LOCALE || !wanted || wanted === locale) {
    await next();
    context.res.headers.append('Vary', 'Accept-Language, Cookie');
    return;
  }
  context.header('Vary', 'Accept-Language, Cookie');
  context.header('Cache-Control', 'no-store');
  return context.redirect(localePath(wanted, path) + search, 302);
};

/**
 * Whether the visitor followed a link from a page of this site in another language. Requests by scripts do not count: the service
 * worker fetches pages in every language with its script as referrer. Browsers without `Sec-Fetch-Mode` count as navigating.
 */
function hasChosen({ req }: Context, locale: Locale): boolean {
  if ((req.header('Sec-Fetch-Mode') ?? 'navigate') !== 'navigate') return false;
  const referrer = req.header('Referer');
  if (!referrer || !URL.canParse(referrer)) return false;
  const { host, pathname } = new URL(referrer);
  return host === new URL(req.url).host && splitLocale(pathname).locale !== locale;
}

/** Addresses that people try. */
const GUESSES: ReadonlyMap<string, PageId> = new Map([
  ['help', 'help-center'],
  ['support', 'help-center'],
  ['articles', 'resources'],
  ['guides', 'resources'],
  ['tools', 'formats'],
  ['convert', 'converter'],
  ['quick', 'quick'],
  ['batch', 'batch'],
  ['cloud', 'cloud'],
  ['studio', 'generator'],
  ['plans', 'subscription'],
  ['login', 'sign-in'],
  ['signup', 'sign-in'],
  ['about', 'how-it-works'],
]);

function pathOfKeyAddress(url: URL): string | undefined {
  const { locale, path } = splitLocale(url.pathname);
  const key = path === '/' ? url.searchParams.get('page') : path.slice(1);
  const guessed = path === '/' || !key ? undefined : GUESSES.get(key);
  if (guessed && isBuilt(guessed)) return localePath(locale, pathOf(guessed));
  const page = key ? pageOfKey(key) : undefined;
  if (!page || (path !== '/' && page.path === path)) return undefined;
  return localePath(locale, page.path);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether a path is a page. Data, sitemap and other files have an extension. */
function isPageAddress(pathname: string): boolean {
  return !/\.[a-z0-9]+$/i.test(pathname);
}
