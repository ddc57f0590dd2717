import { wordsOf } from '@bakkum/i18n/catalogue';
import { DEFAULT_LOCALE } from '@bakkum/i18n/locale';
import { pathOf } from '@bakkum/site/pages';
import { openedTypes } from '../../document/opened-types.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { SHARE_PATH, SHARED_FIELD } from '../../service-worker/shared-files.ts';
import type { Route } from './+types/web-manifest';

/** The web app manifest of the installed site. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { brand } = context.get(siteContext);
  const manifest = {
    name: brand,
    short_name: brand,
    description: wordsOf(DEFAULT_LOCALE, 'home')('description'),
    lang: DEFAULT_LOCALE,
    start_url: '/',
    scope: '/',
    categories: ['productivity', 'utilities'],
    display: 'standalone',
    // The header takes the place of the title bar; see app.css.
    display_override: ['window-controls-overlay'],
    background_color: '#fbfaf7',
    theme_color: '#00664b',
    id: '/',
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARED_FIELD, accept: ['*/*'] }] },
    },
    file_handlers: [{ action: pathOf('converter'), accept: openedTypes() }],
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
