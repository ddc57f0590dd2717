import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { siteContext } from '../../document/site-context.ts';
import { SITEMAP_PARTS } from '../../document/sitemap.server.ts';
import type { Route } from './+types/sitemap';

/** The sitemap index. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { origin } = context.get(siteContext);
  const entries = SITEMAP_PARTS.map((part) => `<sitemap><loc>${origin}/sitemaps/${part}.xml</loc></sitemap>`);
  const xml = `${XML_DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`;
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
