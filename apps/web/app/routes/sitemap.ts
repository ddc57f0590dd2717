import { DEFAULT_LOCALE, LOCALES, type Locale, localePath } from '@bakkum/i18n/locale';
import { BUILT_PAGES } from '@bakkum/site/pages';
import { siteContext } from '../document/site-context.ts';
import type { Route } from './+types/sitemap';

/** Every public page in every language, each naming its translations. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { origin } = context.get(siteContext);
  const address = (locale: Locale, path: string): string => new URL(localePath(locale, path), origin).href;
  const entries = BUILT_PAGES.filter((page) => page.listed).flatMap(({ path }) => {
    const alternates = [
      ...LOCALES.map((locale) => alternate(locale, address(locale, path))),
      alternate('x-default', address(DEFAULT_LOCALE, path)),
    ].join('');
    return LOCALES.map((locale) => `<url><loc>${escapeXml(address(locale, path))}</loc>${alternates}</url>`);
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

function alternate(language: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
