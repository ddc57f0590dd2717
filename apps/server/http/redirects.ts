import {
  DEFAULT_LOCALE,
  isLocale,
  LOCALE_STORAGE,
  LOCALE_STORED_SECONDS,
  type Locale,
  localePath,
  preferredLocale,
  splitLocale,
} from '@bakkum/i18n/locale';
import { pageOfKey } from '@bakkum/site/pages';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** Page keys: `/?page=real-converter` and `/real-converter` go to `/converter`, in the language of the address. */
export const pageKeyRedirect: MiddlewareHandler = async (context, next) => {
  const url = new URL(context.req.url);
  const target = isRead(context.req.method) ? pathOfKeyAddress(url) : undefined;
  if (!target) return next();
  url.searchParams.delete('page');
  return context.redirect(target + url.search, 301);
};

/** `/converter/` goes to `/converter`: one address for one page. */
export const trailingSlashRedirect: MiddlewareHandler = async (context, next) => {
  const { pathname, search } = new URL(context.req.url);
  const trimmed = pathname.replace(/\/+$/, '');
  if (!isRead(context.req.method) || trimmed === pathname || trimmed === '') return next();
  // Two slashes at the start would be read as another host.
  return context.redirect(trimmed.replace(/^\/+/, '/') + search, 301);
};

/**
 * A bare path is English. Who chose another language earlier, or whose browser asks for another one of ours and never
 * chose, is sent to the page in that language. Following a link of ours into another language is a choice, also before the
 * page's script runs, without it, and in a new tab.
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
 * Whether somebody followed a link from a page of ours in another language. What scripts fetch is no choice: the service
 * worker stores the pages of a language on its own, and names its script as where it comes from. Browsers that do not say how
 * a request came about (`Sec-Fetch-Mode`) are taken at their word.
 */
function hasChosen({ req }: Context, locale: Locale): boolean {
  if ((req.header('Sec-Fetch-Mode') ?? 'navigate') !== 'navigate') return false;
  const referrer = req.header('Referer');
  if (!referrer || !URL.canParse(referrer)) return false;
  const { host, pathname } = new URL(referrer);
  return host === new URL(req.url).host && splitLocale(pathname).locale !== locale;
}

function pathOfKeyAddress(url: URL): string | undefined {
  const { locale, path } = splitLocale(url.pathname);
  const key = path === '/' ? url.searchParams.get('page') : path.slice(1);
  const page = key ? pageOfKey(key) : undefined;
  if (!page || (path !== '/' && page.path === path)) return undefined;
  return localePath(locale, page.path);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Pages have no extension; data, sitemap and other files do. */
function isPageAddress(pathname: string): boolean {
  return !/\.[a-z0-9]+$/i.test(pathname);
}
