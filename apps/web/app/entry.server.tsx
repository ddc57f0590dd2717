import type { Site } from '@bakkum/site/brand';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, RouterContextProvider, ServerRouter } from 'react-router';
import { siteContext } from './document/site-context.ts';

/** What the server hands to every request; it calls this because the context's key lives in this build. */
export function loadContextFor(site: Site): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  return context;
}

/** Renders the whole document before answering: the server hashes its inline scripts for the security policy. */
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
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { status: outcome, headers });
}

/** Defects of loaders and of rendering, for the server's log. A visitor who left is none. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  // oxlint-disable-next-line no-console -- the server's log
  if (!request.signal.aborted) console.error(error);
};
