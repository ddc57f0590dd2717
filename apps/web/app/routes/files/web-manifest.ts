import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import { offeredTargets } from '@bakkum/registry/offered-pairs';
import { siteContext } from '../../document/site-context.ts';
import { SHARE_PATH, SHARED_FIELD } from '../../service-worker/shared-files.ts';
import type { Route } from './+types/web-manifest';

/** Formats a system may open with the installed site, by media type. Systems accept at most 300 extensions. */
function openedTypes(): Readonly<Record<string, readonly string[]>> {
  const known = publicFormats().filter(({ id }) => formatText(id) && offeredTargets(id).length > 0);
  return Object.fromEntries(
    known.map(({ mediaTypes, extensions }) => [mediaTypes[0], extensions.slice(0, 2).map((extension) => `.${extension}`)]),
  );
}

/** The web app manifest of the installed site. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { brand } = context.get(siteContext);
  const manifest = {
    name: brand,
    short_name: brand,
    start_url: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#00664b',
    id: '/',
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARED_FIELD, accept: ['*/*'] }] },
    },
    file_handlers: [{ action: '/converter', accept: openedTypes() }],
    launch_handler: { client_mode: 'navigate-new' },
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
