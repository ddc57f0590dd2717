import { createHash } from 'node:crypto';
import { splitLocale } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import type { Live } from '@bakkum/site/live';
import { pageAt } from '@bakkum/site/pages';
import type { Handler } from 'hono';
import { chooseEncoding, type EncodedBody, encode } from './content-encoding.ts';
import { inlineScriptHashes } from './security-headers.ts';

/** Renders a page, its data or a generated file. */
export type RenderPage = (request: Request, site: Site, live?: Live) => Promise<Response>;

export type PageParts = {
  readonly render: RenderPage;
  readonly site: Site;
  readonly live: () => Live;
  readonly keep: boolean;
};

type Rendered = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: EncodedBody;
  readonly etag: string;
  readonly scriptHashes: readonly string[];
};

/** Pages of pairs, formats and articles: about 2,000 addresses, of which the most recently rendered are cached. */
const NUMEROUS_PAGES = /^\/(convert|formats|articles)\/[\w-]+$/;
const MAX_CACHED_PAGES = 400;

/** Hono context variables used for security headers. */
export type PageVariables = { scriptHashes: readonly string[] };

/**
 * Pages that are the same for everyone are rendered on their first request and cached, compressed, until the server stops
 * (docs/decisions/006-pages-rendered-once.md) or their live data changes. Other pages are rendered on each request.
 */
export function pages({ render, site, live, keep }: PageParts): Handler<{ Variables: PageVariables }> {
  const keeper = createKeeper(({ pathname, href }) => {
    const effort = NUMEROUS_PAGES.test(pagePath(pathname)) ? 5 : 11;
    return render(new Request(href), site, live()).then((response) => toRendered(response, effort));
  });
  return async (context) => {
    const startedAt = performance.now();
    const url = new URL(context.req.url);
    const request = context.req.raw;
    const page =
      keep && isFixed(request, url)
        ? await keeper.find(url, live().edition(pagePath(url.pathname)))
        : await render(request, site, live()).then((response) => toRendered(response, 5));
    context.set('scriptHashes', page.scriptHashes);
    const answer = answerFor(request, page);
    answer.headers.append('Server-Timing', `page;dur=${(performance.now() - startedAt).toFixed(1)}`);
    return answer;
  };
}

type Kept = { readonly edition: string; readonly rendering: Promise<Rendered> };

function createKeeper(renderPage: (url: URL) => Promise<Rendered>) {
  const kept = new Map<string, Kept>();
  return {
    find(url: URL, edition: string): Promise<Rendered> {
      const known = kept.get(url.pathname);
      if (known?.edition === edition) return known.rendering;
      const rendering = renderPage(url);
      const fresh: Kept = { edition, rendering };
      kept.set(url.pathname, fresh);
      const forget = (): void => void (kept.get(url.pathname) === fresh && kept.delete(url.pathname));
      // Of the numerous pages, 404 responses are not cached either.
      rendering.then((page) => page.status >= (NUMEROUS_PAGES.test(pagePath(url.pathname)) ? 300 : 500) && forget(), forget);
      forgetOldest(kept);
      return rendering;
    },
  };
}

/** Whether a response can be cached: a fixed page of the page table or one of the numerous pages, without a query. */
function isFixed(request: Request, url: URL): boolean {
  if (!['GET', 'HEAD'].includes(request.method) || url.search !== '') return false;
  const path = pagePath(url.pathname);
  return pageAt(path)?.fixed ?? NUMEROUS_PAGES.test(path);
}

function forgetOldest(kept: Map<string, unknown>): void {
  const many = [...kept.keys()].filter((pathname) => NUMEROUS_PAGES.test(pagePath(pathname)));
  for (const pathname of many.slice(0, Math.max(0, many.length - MAX_CACHED_PAGES))) kept.delete(pathname);
}

/** Path of a page, or of the page whose data is requested, in the default language. */
function pagePath(pathname: string): string {
  return splitLocale(pathOfData(pathname)).path;
}

/** `/converter.data` carries the data of `/converter`; that of the root is `/_.data` or `/_root.data`. */
function pathOfData(pathname: string): string {
  if (!pathname.endsWith('.data')) return pathname;
  return pathname.replace(/\.data$/, '').replace(/\/_(root)?$/, '') || '/';
}

async function toRendered(response: Response, effort: 5 | 11): Promise<Rendered> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isHtml = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  const headers = new Headers(response.headers);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, max-age=0, must-revalidate');
  return {
    status: response.status,
    headers,
    body: await encode(bytes, effort),
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    scriptHashes: isHtml ? inlineScriptHashes(new TextDecoder().decode(bytes)) : [],
  };
}

function answerFor(request: Request, page: Rendered): Response {
  const headers = new Headers(page.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (page.status === 200) {
    headers.set('ETag', page.etag);
    if (request.headers.get('If-None-Match') === page.etag) return new Response(null, { status: 304, headers });
  }
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding') ?? undefined);
  const body = page.body[encoding];
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  const empty = body.byteLength === 0 || request.method === 'HEAD' || [204, 205, 304].includes(page.status);
  return new Response(empty ? null : body, { status: page.status, headers });
}
