import { Hono, type MiddlewareHandler } from 'hono';
import type { Log } from './log.ts';
import { type PageVariables, pages, type RenderPage } from './pages.ts';
import { localeRedirect, pageKeyRedirect, trailingSlashRedirect } from './redirects.ts';
import { securityHeaders } from './security-headers.ts';
import type { Settings } from './settings.ts';
import { staticFiles } from './static-files.ts';

export type AppParts = {
  readonly settings: Pick<Settings, 'brand' | 'origin'>;
  readonly render: RenderPage;
  readonly log: Log;
  /** Folder of the built client. Without one, something before this app serves the files: Vite, while developing. */
  readonly clientFolder?: string;
};

/** The whole server as one function from request to response. */
export function createApp({ settings, render, log, clientFolder }: AppParts): Hono<{ Variables: PageVariables }> {
  const app = new Hono<{ Variables: PageVariables }>();
  const site = { brand: settings.brand, origin: settings.origin };
  app.use(secured(!clientFolder), logged(log));
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  if (clientFolder) app.use(staticFiles(clientFolder));
  app.use(trailingSlashRedirect, pageKeyRedirect, localeRedirect);
  app.all('*', pages(render, site, { keep: clientFolder !== undefined }));
  app.onError((error, context) => {
    log.error('request-failed', { method: context.req.method, path: context.req.path, error: error.stack ?? error.message });
    return context.text('Internal Server Error', 500, { 'Cache-Control': 'no-store' });
  });
  return app;
}

function secured(hotReload: boolean): MiddlewareHandler<{ Variables: PageVariables }> {
  return async (context, next) => {
    await next();
    const headers = securityHeaders({ scriptHashes: context.get('scriptHashes') ?? [], hotReload });
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}

/** Method, path without the query, status and time: nothing about who asked. */
function logged(log: Log): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - startedAt);
    log.debug('request', { method: context.req.method, path: context.req.path, status: context.res.status, milliseconds });
  };
}
