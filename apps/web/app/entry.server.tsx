import { rankPopularPairs } from '@bakkum/registry/offered-pairs';
import type { Site } from '@bakkum/site/brand';
import { EMPTY_LIVE, type Live } from '@bakkum/site/live';
import { renderToReadableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { liveContext, siteContext } from './document/site-context.ts';

/**
 * Returns the website as a function, so that the server depends neither on React Router nor on where loaders read the settings.
 */
export function createSite(
  build: ServerBuild,
  mode: 'production' | 'development',
): (request: Request, site: Site, live?: Live) => Promise<Response> {
  const handle = createRequestHandler(build, mode);
  return (request, site, live = EMPTY_LIVE) => {
    rankPopularPairs(live.popularPairs());
    const context = new RouterContextProvider();
    context.set(siteContext, site);
    context.set(liveContext, live);
    return handle(request, context);
  };
}

/** Renders the whole document before answering, because the server hashes its inline scripts for the security policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let outcome = status;
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    signal: request.signal,
    onError(error: unknown) {
      outcome = 500;
      // oxlint-disable-next-line no-console -- the server's log
      if (!request.signal.aborted) console.error(error);
    },
  });
  await stream.allReady;
  const html = await new Response(stream).text();
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(html, { status: outcome, headers });
}

/** Logs errors of loaders and of rendering. A visitor who left the page causes none. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  // oxlint-disable-next-line no-console -- the server's log
  if (!request.signal.aborted) console.error(error);
};
