import { siteContext } from '../document/site-context.ts';
import type { Route } from './+types/web-manifest';

/** What an installed copy is called and looks like. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { brand } = context.get(siteContext);
  const manifest = {
    name: brand,
    short_name: brand,
    start_url: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#00664b',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
