import { splitLocale } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import type { Live } from '@bakkum/site/live';
import { pageAt } from '@bakkum/site/pages';
import type { Context, Handler } from 'hono';
import { answerKept, encodingFor, type KeptBody, keptBody } from './kept-body.ts';
import { clientAddress, type NodeEnvironment } from './requests/client-address.ts';
import type { ConcurrencyLimiter } from './requests/concurrency-limiter.ts';
import { inlineScriptHashes } from './security-headers.ts';

/** Renders a page, its data or a generated file. */
export type RenderPage = (request: Request, site: Site, live?: Live) => Promise<Response>;

export type PageParts = {
  readonly render: RenderPage;
  readonly site: Site;
  readonly live: () => Live;
  readonly keep: boolean;
  /** Limits concurrent renders. */
  readonly renders: ConcurrencyLimiter;
  readonly trustedProxies: number;
};

type Rendered = KeptBody & { readonly scriptHashes: readonly string[] };

/** Pages of pairs, formats, articles and tools: about 2,000 addresses, of which the most recently rendered are cached. */
const NUMEROUS_PAGES = /^\/(convert|formats|articles|tools)\/[\w-]+$/;
const MAX_CACHED_PAGES = 400;

/** Hono context variables used for security headers. */
export type PageVariables = { scriptHashes: readonly string[] };

type PageEnvironment = NodeEnvironment & { Variables: PageVariables };

/**
 * Pages that are the same for everyone are rendered on their first request and cached, compressed as asked for, until the server stops
 * (docs/decisions/006-pages-rendered-once.md) or their live data changes. Other pages are rendered on each request. Query
 * parameters that a page does not declare are ignored, so that they cannot bypass the cache.
 */
export function pages({ render, site, live, keep, renders, trustedProxies }: PageParts): Handler<PageEnvironment> {
  const keeper = createKeeper(({ pathname, href }) => {
    const effort = NUMEROUS_PAGES.test(pagePath(pathname)) ? 5 : 11;
    return render(new Request(href), site, live()).then((response) => toRendered(response, effort));
  });
  const find = (context: Context<PageEnvironment>): Promise<Rendered> => {
    const request = context.req.raw;
    const url = keep ? withDeclaredParameters(new URL(request.url)) : new URL(request.url);
    const inTurn: InTurn = (work) => {
      const renderAndEncode = async (): Promise<Rendered> => {
        const page = await work();
        await page.body(encodingFor(request));
        return page;
      };
      return renders.run(clientAddress(context, trustedProxies), renderAndEncode, request.signal);
    };
    if (keep && isFixed(request, url)) return keeper.find(url, live().edition(pagePath(url.pathname)), inTurn);
    return inTurn(() => render(requestTo(url, request), site, live()).then((response) => toRendered(response, 5)));
  };
  return async (context) => {
    const startedAt = performance.now();
    const page = await find(context);
    context.set('scriptHashes', page.scriptHashes);
    const answer = await answerKept(context.req.raw, page);
    answer.headers.append('Server-Timing', `page;dur=${(performance.now() - startedAt).toFixed(1)}`);
    return answer;
  };
}

function requestTo(url: URL, request: Request): Request {
  const { method, headers, signal } = request;
  if (!isRead(request) || url.href === request.url) return request;
  return new Request(url, { method, headers, signal });
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Runs a render once it is its turn. */
type InTurn = (render: () => Promise<Rendered>) => Promise<Rendered>;

type Kept = { readonly edition: string; readonly rendering: Promise<Rendered> };

function createKeeper(renderPage: (url: URL) => Promise<Rendered>) {
  const kept = new Map<string, Kept>();
  const known = (url: URL, edition: string): Promise<Rendered> | undefined => {
    const found = kept.get(url.pathname);
    return found?.edition === edition ? found.rendering : undefined;
  };
  const start = (url: URL, edition: string): Promise<Rendered> => {
    const rendering = renderPage(url);
    const fresh: Kept = { edition, rendering };
    kept.set(url.pathname, fresh);
    const forget = (): void => void (kept.get(url.pathname) === fresh && kept.delete(url.pathname));
    // Of the numerous pages, 404 responses are not cached either.
    rendering.then((page) => page.status >= (NUMEROUS_PAGES.test(pagePath(url.pathname)) ? 300 : 500) && forget(), forget);
    forgetOldest(kept);
    return rendering;
  };
  return {
    /** Another client may have had the page rendered while this one waited. */
    find: (url: URL, edition: string, inTurn: InTurn): Promise<Rendered> =>
      known(url, edition) ?? inTurn(() => known(url, edition) ?? start(url, edition)),
  };
}

/** Whether a response can be cached: a fixed page of the page table or one of the numerous pages, without parameters. */
function isFixed(request: Request, url: URL): boolean {
  if (!isRead(request) || url.search !== '') return false;
  const path = pagePath(url.pathname);
  return pageAt(path)?.fixed ?? NUMEROUS_PAGES.test(path);
}

/** The address with only the parameters that its page declares, each once. Data of pages depends on none. */
function withDeclaredParameters(url: URL): URL {
  const declared = url.pathname.endsWith('.data') ? [] : (pageAt(pagePath(url.pathname))?.parameters ?? []);
  const given = declared.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const meant = new URL(url);
  meant.search = new URLSearchParams(given).toString();
  return meant;
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
  const scriptHashes = isHtml ? inlineScriptHashes(new TextDecoder().decode(bytes)) : [];
  return { ...keptBody(bytes, response.status, headers, effort), scriptHashes };
}
