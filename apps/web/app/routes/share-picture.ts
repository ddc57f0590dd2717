import { isLocale } from '@bakkum/i18n/locale';
import { siteContext } from '../document/site-context.ts';
import { sharePicture } from '../features/pairs/share-picture.server.ts';
import type { Route } from './+types/share-picture';

/** What is shown where the page of a pair or of a format is shared. The server makes a PNG of it. */
export function loader({ params, context }: Route.LoaderArgs): Response {
  const slug = /^([\w-]+)\.svg$/.exec(params.picture)?.[1];
  const svg =
    slug !== undefined && isLocale(params.locale) ? sharePicture(slug, params.locale, context.get(siteContext).brand) : undefined;
  if (svg === undefined)
    return new Response('Not Found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  return new Response(svg, {
    headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
