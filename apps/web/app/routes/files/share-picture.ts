import { isLocale, type Locale } from '@bakkum/i18n/locale';
import { pageSharePicture } from '../../document/sharing/page-share-picture.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { articleSharePicture } from '../../features/articles/read/share-picture.server.ts';
import { sharePicture } from '../../features/pairs/share-picture.server.ts';
import { toolSharePicture } from '../../features/tools/share-picture.server.ts';
import type { Route } from './+types/share-picture';

/** The preview image of a page, a pair, a format, a tool or an article. The server converts it to PNG. */
export function loader({ params, context }: Route.LoaderArgs): Response {
  const slug = /^([\w-]+)\.svg$/.exec(params.picture)?.[1];
  const { brand } = context.get(siteContext);
  const { locale } = params;
  const svg = slug !== undefined && isLocale(locale) ? pictureOf(slug, locale, brand) : undefined;
  if (svg === undefined)
    return new Response('Not Found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  return new Response(svg, {
    headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

function pictureOf(slug: string, locale: Locale, brand: string): string | undefined {
  for (const draw of [pageSharePicture, articleSharePicture, toolSharePicture, sharePicture]) {
    const svg = draw(slug, locale, brand);
    if (svg !== undefined) return svg;
  }
  return undefined;
}
