import { siteContext } from '../../document/site-context.ts';
import type { Route } from './+types/robots';

export function loader({ context }: Route.LoaderArgs): Response {
  const { origin } = context.get(siteContext);
  return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
