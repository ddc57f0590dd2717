import { DEFAULT_LOCALE, LOCALES, type Locale, localePath } from '@bakkum/i18n/locale';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { toolPath, tools } from '@bakkum/registry/tools';
import { BUILT_PAGES } from '@bakkum/site/pages';
import { articleIds } from '../features/articles/library.server.ts';
import { articlePath } from '../features/articles/paths.ts';
import { formatPaths, pairPaths } from '../features/pairs/listed-paths.server.ts';

/** The sitemap is split by kind of page. */
const PARTS: Readonly<Record<string, () => readonly string[]>> = {
  pages: () => BUILT_PAGES.filter(({ listed, pair }) => listed && !pair).map(({ path }) => path),
  articles: () => articleIds().map(articlePath),
  formats: formatPaths,
  convert: pairPaths,
  tools: () => tools().map(toolPath),
};

export const SITEMAP_PARTS: readonly string[] = Object.keys(PARTS);

/** Returns paths in the default language, or `undefined` for an unknown part. */
export function pathsOfPart(part: string): readonly string[] | undefined {
  return Object.hasOwn(PARTS, part) ? PARTS[part]?.() : undefined;
}

export function sitemapOf(paths: readonly string[], origin: string): string {
  const address = (locale: Locale, path: string): string => new URL(localePath(locale, path), origin).href;
  const entries = paths.flatMap((path) => {
    const alternates = [
      ...LOCALES.map((locale) => alternate(locale, address(locale, path))),
      alternate('x-default', address(DEFAULT_LOCALE, path)),
    ].join('');
    return LOCALES.map((locale) => `<url><loc>${escapeXmlText(address(locale, path))}</loc>${alternates}</url>`);
  });
  return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

function alternate(language: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXmlAttribute(href)}"/>`;
}
