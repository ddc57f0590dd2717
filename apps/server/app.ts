import { PROBLEM_TITLES } from '@bakkum/api-contract/problem-titles';
import { splitLocale } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import type { Backend } from './backend.ts';
import { canEditPictures, offeredSizes } from './config/image-settings.ts';
import type { Settings } from './config/settings.ts';
import { FAKE_PAYPAL_PATH, FAKE_PORTONE_PATH, salesOf } from './features/payments/ways.ts';
import { windowHost } from './features/payments/window/window-host.ts';
import { windowOriginOf } from './features/payments/window/window-origin.ts';
import { WINDOW_PATH } from './features/payments/window/window-page.ts';
import { statusFeeds } from './features/status/feeds.ts';
import type { CompressedCopies } from './http/files/compressed-copies.ts';
import { createFileSlots } from './http/files/file-slots.ts';
import { sharePictures } from './http/files/share-pictures.ts';
import { type StaticFiles, staticFiles } from './http/files/static-files.ts';
import { type PageVariables, pages, type RenderPage } from './http/pages.ts';
import { localeOf, problemAnswer } from './http/problem-answer.ts';
import { localeRedirect, pageKeyRedirect, trailingSlashRedirect } from './http/redirects.ts';
import type { NodeEnvironment } from './http/requests/client-address.ts';
import {
  type ConcurrencyLimits,
  createConcurrencyLimiter,
  OVERLOADED_RETRY_S,
  Overloaded,
} from './http/requests/concurrency-limiter.ts';
import { warnOfProxies } from './http/requests/proxy-warning.ts';
import { refuseUndecodablePaths } from './http/requests/undecodable-paths.ts';
import { type SecurityContext, securityHeaders } from './http/security-headers.ts';
import { securityText } from './http/security-text.ts';
import { TRANSIENT_RETRY_S } from './http/transient-errors.ts';
import { healthRoutes } from './observability/health.ts';
import type { Log } from './observability/log.ts';
import { createRequestMetrics, type RequestMetrics, requestKind } from './observability/request-metrics.ts';

export type AppParts = {
  readonly settings: Pick<
    Settings,
    | 'brand'
    | 'origin'
    | 'originIsGiven'
    | 'host'
    | 'paymentWindowOrigin'
    | 'mode'
    | 'metricsToken'
    | 'trustedProxies'
    | 'smtpUrl'
    | 's3'
    | 'site'
    | 'contact'
    | 'payments'
    | 'salesMissing'
    | 'singleSignOn'
    | 'withdrawal'
    | 'images'
    | 'imageModels'
    | 'operator'
  >;
  /** Absent in processes that serve no pages. */
  readonly render?: RenderPage;
  readonly backend: Backend;
  readonly log: Log;
  /** Static files. In development, Vite serves the website's files before this app. */
  readonly files?: StaticFiles;
  readonly copies?: CompressedCopies;
  /** Development only: pages are not cached and load Vite's client. */
  readonly hotReload?: boolean;
  /** Paths of the scripts that pages load first. */
  readonly pageScripts?: ReadonlySet<string>;
};

/** Ids in paths, such as session ids, are not logged. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Rendering occupies the only thread, so more at once would delay every other request. */
const RENDER_LIMITS: ConcurrencyLimits = {
  running: 2,
  runningPerSource: 1,
  waiting: 200,
  waitingPerSource: 24,
  patienceMs: 8000,
};

type AppEnvironment = NodeEnvironment & { Variables: PageVariables };

/** Builds the server as one function from request to response. */
export function createApp({
  settings,
  render,
  backend,
  log,
  files,
  copies,
  hotReload = false,
  pageScripts,
}: AppParts): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  const requests = createRequestMetrics();
  const site = siteOf(settings);
  const isSecure = settings.origin.startsWith('https:');
  app.use(secured({ hotReload, isSecure }, pageScripts), logged(log, requests));
  app.use(warnOfProxies(settings.trustedProxies, log), refuseUndecodablePaths, windowHost(settings));
  app.route('/', healthRoutes({ settings, backend, requests }));
  if (!render) return app;
  app.get('/.well-known/security.txt', securityText(site));
  app.all('/api/*', fromBackend(backend, log));
  app.get(WINDOW_PATH, fromBackend(backend, log));
  if (settings.mode === 'demo') {
    app.all(`${FAKE_PAYPAL_PATH}/*`, fromBackend(backend, log));
    app.all(`${FAKE_PORTONE_PATH}/*`, fromBackend(backend, log));
  }
  const { trustedProxies } = settings;
  if (files) app.use(staticFiles(files, createFileSlots(trustedProxies), copies));
  app.route('/', statusFeeds(site, backend.live));
  const renders = createConcurrencyLimiter(RENDER_LIMITS);
  app.get('/og/*', sharePictures({ render, site, renders, trustedProxies }));
  app.use(trailingSlashRedirect, pageKeyRedirect, localeRedirect);
  app.all('*', pages({ render, site, live: backend.live, keep: !hotReload, renders, trustedProxies }));
  backend.servePages(async (path) => app.request(path));
  app.onError((error, context) => {
    if (error instanceof Overloaded) return busyAnswer(context);
    log.error('request-failed', { method: context.req.method, path: context.req.path, error: error.stack ?? error.message });
    return context.text('Internal Server Error', 500, { 'Cache-Control': 'no-store' });
  });
  return app;
}

/** Plain page in the language of the client. */
function busyAnswer(context: Context): Response {
  const locale = splitLocale(context.req.path).locale === 'ko' ? 'ko' : localeOf(context);
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(OVERLOADED_RETRY_S) };
  return context.text(PROBLEM_TITLES[locale].busy, 503, headers);
}

const PAYMENT_WINDOW_ENTRY = /^\/api\/payments\/[0-9a-f-]{36}\/window$/;

/** Styles and fonts, which browsers never open as a page. */
const STYLE_OR_FONT = /^\/assets\/[\w-]+\.(css|woff2)$/;

function secured(
  always: Pick<SecurityContext, 'hotReload' | 'isSecure'>,
  pageScripts: ReadonlySet<string> = new Set(),
): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    await next();
    const { path } = context.req;
    const isPart = pageScripts.has(path) || STYLE_OR_FONT.test(path);
    const headers = securityHeaders({ ...always, scriptHashes: context.get('scriptHashes') ?? [], path, isPart });
    // Only the payment window sets its own headers (features/payments/window/window-page.ts).
    const isWindow = path === WINDOW_PATH || PAYMENT_WINDOW_ENTRY.test(path);
    for (const [name, value] of Object.entries(headers)) {
      if (!isWindow || !context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/** Forwards requests to the API. Requests that arrive before it has opened wait. */
function fromBackend(backend: Backend, log: Log): Handler<AppEnvironment> {
  return async (context) => {
    try {
      const api = await backend.api();
      return await api.fetch(context.req.raw, context.env);
    } catch (error) {
      log.error('api-unavailable', { error: error instanceof Error ? error.message : String(error) });
      context.header('Retry-After', String(TRANSIENT_RETRY_S));
      return problemAnswer(context, 'unavailable');
    }
  };
}

/** Logs method, path without query, status and duration, and no personal data. */
function logged(log: Log, requests: RequestMetrics): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - startedAt);
    const { status } = context.res;
    requests.add({ kind: requestKind(context.req.path), status, milliseconds });
    log.debug('request', { method: context.req.method, path: context.req.path.replace(UUID, ':id'), status, milliseconds });
  };
}

function siteOf(settings: AppParts['settings']): Site {
  const { brand, origin, mode, smtpUrl, s3, contact, payments, salesMissing, singleSignOn } = settings;
  const { operator, site, withdrawal } = settings;
  const { email, formUrl, hours } = contact;
  const processors = {
    ...(smtpUrl && { mail: new URL(smtpUrl).hostname }),
    ...(formUrl && { form: new URL(formUrl).hostname }),
    ...(s3 && { storage: new URL(s3.endpoint).hostname }),
  };
  const hasWindow = windowOriginOf(origin, settings) !== undefined;
  const paid = payments && salesOf(payments, { missing: salesMissing, hasWindow });
  const editing = canEditPictures(settings) ? ({ pictureEditing: true } as const) : undefined;
  const { social, sharedVisits } = site;
  const author = site.author ?? operator?.name;
  const sizes = offeredSizes(settings);
  const services = sizes && ({ imageServices: true, imageSizes: sizes } as const);
  const told = {
    ...(author && { author }),
    ...(social.length > 0 && { social }),
    ...(sharedVisits && { sharedVisits: new URL(sharedVisits.url).hostname }),
  };
  return {
    brand,
    origin,
    demo: mode === 'demo',
    withdrawal,
    ...(operator && { operator }),
    ...(singleSignOn && { singleSignOn: { name: singleSignOn.name } }),
    processors,
    contact: { hours, ...(email && { email }) },
    ...paid,
    ...services,
    ...editing,
    ...told,
  };
}
