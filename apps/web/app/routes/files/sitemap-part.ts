import { siteContext } from '../../document/site-context.ts';
import { pathsOfPart, sitemapOf } from '../../document/sitemap.server.ts';
import type { Route } from './+types/sitemap-part';

/** Pages of one kind in every language, each with its translations. */
export function loader({ params, context }: Route.LoaderArgs): Response {
  const paths = pathsOfPart(params.part.replace(/\.xml$/, ''));
  if (!paths) return new Response('Not Found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  return new Response(sitemapOf(paths, context.get(siteContext).origin), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
