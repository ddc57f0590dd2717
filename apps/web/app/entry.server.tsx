import { rankPopularPairs } from '@bakkum/registry/offered-pairs';
import type { Site } from '@bakkum/site/brand';
import { EMPTY_LIVE, type Live } from '@bakkum/site/live';
import type { ReactNode } from 'react';
import { type PreloadModuleOptions, preloadModule } from 'react-dom';
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
  const page = (
    <WithPreloads modules={importedModules(context)}>
      <ServerRouter context={withoutImports(context)} url={request.url} />
    </WithPreloads>
  );
  const stream = await renderToReadableStream(page, {
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

type PreloadsProps = { readonly modules: readonly string[]; readonly children: ReactNode };

/**
 * Preloads modules at low priority, after the style sheet and the fonts: the first paint needs none. The preloads of React Router
 * have a high priority, and on a slow line they delay everything else (docs/decisions/105-scripts-after-the-first-paint.md).
 */
function WithPreloads({ modules, children }: PreloadsProps): ReactNode {
  for (const module of modules) preloadModule(module, LOW_PRIORITY);
  return children;
}

// React 19.3 passes the priority on, which its types do not know yet.
const LOW_PRIORITY: PreloadModuleOptions & { readonly fetchPriority: 'low' } = { as: 'script', fetchPriority: 'low' };

/** Modules that the routes of a page import. */
function importedModules({ manifest, staticHandlerContext: { matches } }: EntryContext): readonly string[] {
  const ofRoutes = matches.flatMap(({ route }) => manifest.routes[route.id]?.imports ?? []);
  return [...new Set([...manifest.entry.imports, ...ofRoutes])];
}

/** The context of a page that itself preloads only the modules of its routes, which are small. */
function withoutImports(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = { ...manifest.routes };
  for (const { route } of staticHandlerContext.matches) {
    const found = routes[route.id];
    if (found) routes[route.id] = { ...found, imports: [] };
  }
  return { ...context, manifest: { ...manifest, entry: { ...manifest.entry, imports: [] }, routes } };
}

/** Logs errors of loaders and of rendering. A visitor who left the page causes none. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  // oxlint-disable-next-line no-console -- the server's log
  if (!request.signal.aborted) console.error(error);
};
