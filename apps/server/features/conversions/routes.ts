import { API_SCOPES } from '@bakkum/api-contract/api-keys';
import { watchJobs } from '@bakkum/conversion-jobs/changes';
import { HTTPException } from 'hono/http-exception';
import { serveApiDocument } from '../../http/api-document.ts';
import { type ApiApp, noStore } from '../../http/api-routes.ts';
import { OVERLOADED_RETRY_S, Overloaded } from '../../http/requests/concurrency-limiter.ts';
import { isUnstorableText } from '../../http/requests/unstorable-text.ts';
import { BodyTooLarge, defaultLimits } from '../../http/route-limits.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { isOutOfSpace, isTransient, TRANSIENT_RETRY_S } from '../../http/transient-errors.ts';
import type { Log } from '../../observability/log.ts';
import type { Services } from '../../services.ts';
import { apiAccountRoutes } from './account-routes.ts';
import { createAuthentication } from './authentication.ts';
import { cloudRoutes } from './cloud-routes.ts';
import { convertRoute } from './convert-route.ts';
import { createApiRoutes } from './documented.ts';
import { downloadRoutes } from './download-routes.ts';
import { exportRoutes } from './export-route.ts';
import { formatRoutes } from './format-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { eventRoutes } from './job-subscribers.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { ApiProblem, problemOf } from './problem.ts';
import { invitationRoutes } from './sharing/invitation-routes.ts';
import { shareRoutes } from './sharing/share-routes.ts';
import { tusRoutes } from './uploads/tus-routes.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';
import { describeMessages, webhookRoutes } from './webhook-routes.ts';

const KEY_HELP = `An API key as bearer token: \`Authorization: Bearer bkm_…\`. Scopes: ${API_SCOPES.join(', ')}.`;
const API_KEY = { type: 'http', scheme: 'bearer', description: KEY_HELP } as const;

const BRINGS_FILE = /^(multipart\/form-data|application\/offset\+octet-stream)/i;

/** The conversion API for programs and the cloud page. */
export function conversionRoutes(services: Services, signedIn: SignedIn, log: Log): ApiApp {
  const { settings, conversions } = services;
  const routes = createApiRoutes();
  const authentication = createAuthentication(services, signedIn);
  const changes = watchJobs(conversions);
  routes.use('/api/v1/*', noStore, defaultLimits);
  routes.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', API_KEY);
  for (const part of [
    uploadRoutes(services, authentication),
    tusRoutes(services, authentication),
    jobRoutes(services, authentication, changes),
    mcpRoutes(services, authentication, changes, log),
    convertRoute(services, authentication, changes),
    eventRoutes(services, authentication, changes),
    downloadRoutes(services, authentication),
    exportRoutes(services, authentication, log),
    formatRoutes(services, authentication),
    apiAccountRoutes(services, authentication),
    webhookRoutes(services, authentication),
    cloudRoutes(services, authentication, changes),
    shareRoutes(services, authentication),
    invitationRoutes(services, authentication),
  ]) {
    routes.route('/', part);
  }
  describeMessages(routes);
  serveApiDocument(routes, '/api/v1/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: `${settings.brand} conversion API`,
      version: '1',
      description: 'Converts files on the server. Every error is a problem document (RFC 9457) whose `error.code` is stable.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: settings.origin }],
    security: [{ apiKey: [] }],
  });
  routes.all('/api/v1/*', (context) => problemOf(context, 'NOT_FOUND'));
  routes.onError((error, context) => {
    // The unread rest of a file would be parsed as the next request.
    const bringsFile = BRINGS_FILE.test(context.req.header('Content-Type') ?? '') || context.req.path === '/api/v1/convert';
    if (bringsFile) context.header('Connection', 'close');
    if (error instanceof BodyTooLarge) return problemOf(context, 'INVALID_REQUEST', { reason: 'body-too-large' });
    if (error instanceof ApiProblem) return problemOf(context, error.code, error.details);
    if (error instanceof Overloaded) return problemOf(context, 'RATE_LIMIT_EXCEEDED', { retry_after: OVERLOADED_RETRY_S });
    if (isOutOfSpace(error)) return problemOf(context, 'INSUFFICIENT_STORAGE');
    if (error instanceof HTTPException && error.status < 500) return problemOf(context, 'INVALID_REQUEST');
    // The client disconnected: nothing to send, and nothing for the operator to fix.
    if (context.req.raw.signal.aborted || isBrokenOff(error)) return problemOf(context, 'INVALID_REQUEST');
    log.error('request-failed', { method: context.req.method, path: context.req.routePath, error: error.stack ?? error.message });
    if (isUnstorableText(error)) return problemOf(context, 'INVALID_REQUEST');
    if (!isTransient(error)) return problemOf(context, 'INTERNAL');
    context.header('Retry-After', String(TRANSIENT_RETRY_S));
    return problemOf(context, 'UNAVAILABLE');
  });
  return routes;
}

function isBrokenOff(error: Error): boolean {
  return (
    error.name === 'AbortError' ||
    ('code' in error && (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
  );
}
