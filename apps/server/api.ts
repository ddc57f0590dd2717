import { HTTPException } from 'hono/http-exception';
import { accountRoutes } from './features/accounts/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { contactRoutes } from './features/contact/routes.ts';
import { conversionRoutes } from './features/conversions/routes.ts';
import { creditRoutes } from './features/credits/routes.ts';
import { recordMailboxBrowser } from './features/demo/mailbox.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { imageRoutes } from './features/images/routes.ts';
import { receiptRoutes } from './features/payments/receipt-routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { paymentServiceRoutes } from './features/payments/service-routes.ts';
import { subscriptionRoutes } from './features/payments/subscription-routes.ts';
import { windowEntryRoutes, windowRoutes } from './features/payments/window/window-routes.ts';
import { ratingRoutes } from './features/ratings/routes.ts';
import { serveApiDocument } from './http/api-document.ts';
import { type ApiApp, createRoutes, noStore, requireSameOrigin } from './http/api-routes.ts';
import { ProblemError, problemAnswer } from './http/problem-answer.ts';
import { OVERLOADED_RETRY_S, Overloaded } from './http/requests/concurrency-limiter.ts';
import { limitLargeBodies } from './http/requests/large-bodies.ts';
import { isUnstorableText } from './http/requests/unstorable-text.ts';
import { BodyTooLarge, defaultLimits } from './http/route-limits.ts';
import { createSignedIn } from './http/signed-in.ts';
import { isOutOfSpace, isTransient, TRANSIENT_RETRY_S } from './http/transient-errors.ts';
import type { Log } from './observability/log.ts';
import type { Services } from './services.ts';

/** Everything under /api. */
export function createApi(services: Services, log: Log): ApiApp {
  const { settings } = services;
  const api = createRoutes();
  const signedIn = createSignedIn(services);
  api.use('/api/*', limitLargeBodies(settings.trustedProxies));
  // Mounted before the same-origin rules, since the payment service calls these routes.
  api.route('/', paymentServiceRoutes(services));
  api.route('/', windowRoutes(services));
  // Mounted before the same-origin rules: these routes authenticate API keys and accept files.
  api.route('/', conversionRoutes(services, signedIn, log));
  api.use('/api/*', noStore, defaultLimits, requireSameOrigin(settings));
  if (settings.mode === 'demo') api.use('/api/*', recordMailboxBrowser(services));
  api.route('/', accountRoutes(services, signedIn, log));
  api.route('/', contactRoutes(services, signedIn));
  api.route('/', creditRoutes(services, signedIn));
  api.route('/', imageRoutes(services, signedIn));
  api.route('/', receiptRoutes(services, signedIn));
  api.route('/', paymentRoutes(services, signedIn));
  api.route('/', subscriptionRoutes(services, signedIn));
  api.route('/', windowEntryRoutes(services, signedIn));
  api.route('/', analyticsRoutes(services, signedIn, log));
  api.route('/', ratingRoutes(services, signedIn));
  if (settings.mode === 'demo') api.route('/', demoRoutes(services));
  serveApiDocument(api, '/api/openapi.json', { openapi: '3.1.0', info: { title: `${settings.brand} API`, version: '1' } });
  api.notFound((context) => problemAnswer(context, 'not-found'));
  api.onError((error, context) => {
    if (isOutOfSpace(error)) return problemAnswer(context, 'no-space');
    if (error instanceof ProblemError) return problemAnswer(context, error.code, error.details);
    if (error instanceof BodyTooLarge) return problemAnswer(context, 'too-large');
    if (error instanceof Overloaded) return problemAnswer(context, 'busy', { retryAfterS: OVERLOADED_RETRY_S });
    // For example a body that is not valid JSON.
    if (error instanceof HTTPException && error.status < 500) return problemAnswer(context, 'invalid-request');
    log.error('request-failed', { method: context.req.method, path: context.req.routePath, error: error.stack ?? error.message });
    if (isUnstorableText(error)) return problemAnswer(context, 'invalid-request');
    if (!isTransient(error)) return problemAnswer(context, 'internal');
    context.header('Retry-After', String(TRANSIENT_RETRY_S));
    return problemAnswer(context, 'unavailable');
  });
  return api;
}
