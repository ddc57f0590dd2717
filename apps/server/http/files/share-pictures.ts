import { createHash } from 'node:crypto';
import { createPictureDrawer } from '@bakkum/share-pictures/draw';
import type { Site } from '@bakkum/site/brand';
import type { Handler } from 'hono';
import type { RenderPage } from '../pages.ts';
import { clientAddress, type NodeEnvironment } from '../requests/client-address.ts';
import type { ConcurrencyLimiter } from '../requests/concurrency-limiter.ts';
import { createPictureCache } from './picture-cache.ts';

export type PictureParts = {
  readonly render: RenderPage;
  readonly site: Site;
  /** Limits concurrent renders. */
  readonly renders: ConcurrencyLimiter;
  readonly trustedProxies: number;
};

type Picture = { readonly png: Uint8Array<ArrayBuffer>; readonly etag: string };

/** Paths of preview images. Others are refused before the website renders its page for unknown addresses. */
const PICTURE_PATH = /^\/og\/[a-z0-9/-]{1,120}\.png$/;
/** Maximum number of cached images, about 10 KB each. */
const MAX_CACHED = 300;

/**
 * Serves preview images of shared pages, such as `/og/ko/heic-to-jpg.png`. The website renders them as SVG under the same name,
 * but link previews need PNG. Each is rendered on first request, then cached.
 */
export function sharePictures({ render, site, renders, trustedProxies }: PictureParts): Handler<NodeEnvironment> {
  const drawer = createPictureDrawer();
  const kept = createPictureCache<Picture>(MAX_CACHED);
  const drawn = new Map<string, Promise<Picture | undefined>>();
  const draw = async (url: URL): Promise<Picture | undefined> => {
    const drawing = await render(new Request(new URL(url.pathname.replace(/png$/, 'svg'), url)), site);
    if (drawing.status !== 200) return undefined;
    const png = await drawer.draw(await drawing.text());
    return { png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` };
  };
  const start = (url: URL, source: string): Promise<Picture | undefined> => {
    const drawing = draw(url).then((picture) => {
      if (picture) kept.keep(url.pathname, picture, source);
      return picture;
    });
    drawn.set(url.pathname, drawing);
    const forget = (): void => void drawn.delete(url.pathname);
    drawing.then(forget, forget);
    return drawing;
  };
  return async (context) => {
    const url = new URL(context.req.url);
    if (!PICTURE_PATH.test(url.pathname)) return context.text('Not Found', 404);
    // The loader knows no parameters.
    url.search = '';
    const known = (): Picture | Promise<Picture | undefined> | undefined => kept.get(url.pathname) ?? drawn.get(url.pathname);
    const source = clientAddress(context, trustedProxies);
    const picture = await (known() ?? renders.run(source, async () => known() ?? start(url, source), context.req.raw.signal));
    if (!picture) return context.text('Not Found', 404);
    const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400', ETag: picture.etag };
    if (context.req.header('If-None-Match') === picture.etag) return context.body(null, 304, headers);
    return context.body(picture.png, 200, headers);
  };
}
