import { lockAccess } from '@bakkum/accounts/access';
import * as contract from '@bakkum/api-contract/conversions/conversions';
import {
  type DeliveryRow,
  listDeliveries,
  replayDelivery,
  rotateWebhookSecret,
  setWebhookEndpoint,
  webhookEndpoint,
  webhookSecretHint,
} from '@bakkum/conversion-jobs/webhooks';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer } from '../../http/api-routes.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Authentication, Principal, RequestKind } from './authentication.ts';
import { checkWebhook } from './create-job.ts';
import { createApiRoutes, DOCUMENTED } from './documented.ts';
import { ApiProblem } from './problem.ts';

const tags = ['Webhooks'];
const settings = answer('The webhook endpoint and its signing secret', contract.webhookView);
const show = createRoute({
  method: 'get',
  path: '/api/v1/webhooks',
  operationId: 'getWebhook',
  summary: 'Get the default webhook endpoint',
  tags,
  responses: { 200: settings, ...DOCUMENTED },
});
const change = createRoute({
  method: 'put',
  path: '/api/v1/webhooks',
  operationId: 'setWebhook',
  summary: 'Change the default webhook endpoint',
  tags,
  request: { body: { required: true, content: { 'application/json': { schema: contract.webhookRequest } } } },
  responses: { 200: settings, ...DOCUMENTED },
});
const rotate = createRoute({
  method: 'post',
  path: '/api/v1/webhooks/secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the signing secret',
  description: 'Shown only in this response. For 24 hours, messages are also signed with the previous secret.',
  tags,
  responses: { 200: answer('The secret', contract.webhookSecretView), ...DOCUMENTED },
});
const list = createRoute({
  method: 'get',
  path: '/api/v1/webhooks/deliveries',
  operationId: 'listDeliveries',
  summary: 'List webhook deliveries and their attempts',
  tags,
  request: { query: contract.deliveriesQuery },
  responses: { 200: answer('Messages, newest first', contract.deliveryList), ...DOCUMENTED },
});
const replay = createRoute({
  method: 'post',
  path: '/api/v1/webhooks/deliveries/{id}/replay',
  operationId: 'replayDelivery',
  summary: 'Redeliver a message unchanged',
  tags,
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 202: { description: 'The message will be sent shortly' }, ...DOCUMENTED },
});

/** Adds the webhook messages to the OpenAPI document. */
export function describeMessages(routes: ApiApp): void {
  for (const event of contract.webhookEvent.shape.type.options) {
    routes.openAPIRegistry.registerWebhook({
      method: 'post',
      path: event,
      operationId: event,
      summary: 'A job with a `webhook_url` has ended',
      tags,
      request: { body: { required: true, content: { 'application/json': { schema: contract.webhookEvent } } } },
      responses: { 200: { description: 'Any status from 200 to 299 acknowledges the message' } },
    });
  }
}

export function webhookRoutes(services: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes(authentication);
  addSettings(routes, services, authentication);
  addMessages(routes, services, authentication);
  return routes;
}

function addSettings(routes: ApiApp, { conversions, database }: Services, authentication: Authentication): void {
  const viewFor = async (owner: string): Promise<contract.WebhookView> => {
    const [url, hint] = await Promise.all([
      webhookEndpoint(database, owner),
      webhookSecretHint(database, owner, conversions.now()),
    ]);
    return {
      url: url ?? null,
      secret: hint
        ? {
            made_at: hint.madeAt.toISOString(),
            ends_with: hint.endsWith,
            previous_until: hint.previousUntil?.toISOString() ?? null,
          }
        : null,
    };
  };
  routes.openapi(show, async (context) => {
    const { owner } = await withAccount(authentication, context, 'account:read');
    return context.json(await viewFor(owner), 200);
  });
  routes.openapi(change, async (context) => {
    const principal = await withAccount(authentication, context, 'convert:write');
    const { url } = context.req.valid('json');
    checkWebhook(principal, url ?? undefined, 'url');
    const { keyId, owner } = principal;
    const changed = { now: conversions.now(), keyId };
    await whileAllowed(database, principal, (sql) => setWebhookEndpoint(sql, owner, url ?? undefined, changed));
    return context.json(await viewFor(principal.owner), 200);
  });
  routes.openapi(rotate, async (context) => {
    const principal = await withAccount(authentication, context, 'convert:write');
    const { keyId, owner } = principal;
    const changed = { now: conversions.now(), keyId };
    const secret = await whileAllowed(database, principal, (sql) => rotateWebhookSecret(sql, owner, changed));
    return context.json({ secret }, 200);
  });
}

function addMessages(routes: ApiApp, { conversions, database, jobs }: Services, authentication: Authentication): void {
  routes.openapi(list, async (context) => {
    const { owner } = await withAccount(authentication, context, 'convert:read');
    const { job_id: jobId, limit } = context.req.valid('query');
    const deliveries = await listDeliveries(database, owner, { jobId, limit });
    return context.json({ deliveries: deliveries.map(viewOf) }, 200);
  });
  routes.openapi(replay, async (context) => {
    const { owner } = await withAccount(authentication, context, 'convert:write', 'command');
    const outcome = await replayDelivery(conversions, owner, context.req.valid('param').id);
    if (outcome !== 'done') throw new ApiProblem(outcome === 'gone' ? 'GONE' : 'NOT_FOUND');
    jobs.wake(JOB_KINDS.webhooks);
    return context.body(null, 202);
  });
}

/**
 * Changes a setting that outlives the request, unless a new password has ended its session or key since it was authenticated.
 * @throws ApiProblem INVALID_API_KEY
 */
function whileAllowed<Result>(
  database: Database,
  { person, keyId, sessionId }: Principal,
  change: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const access = keyId !== undefined ? { keyId } : sessionId !== undefined ? { sessionId } : undefined;
  return database.transaction(async (sql) => {
    if (!person || !access || !(await lockAccess(sql, person.id, access))) throw new ApiProblem('INVALID_API_KEY');
    return change(sql);
  });
}

async function withAccount(
  authentication: Authentication,
  context: ApiContext,
  scope: Parameters<Authentication['require']>[2],
  kind: RequestKind = 'read',
): Promise<Principal> {
  const principal = await authentication.require(context, kind, scope);
  if (principal.tier === 'anonymous') throw new ApiProblem('PLAN_NEEDED');
  return principal;
}

function viewOf(row: DeliveryRow): contract.DeliveryView {
  return {
    delivery_id: row.id,
    job_id: row.job_id,
    event: row.event,
    url: row.forgotten_at ? null : row.url,
    status: row.state,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_at?.toISOString() ?? null,
    attempts: row.log.map(({ at, status, fault, milliseconds }) => ({ at: at.toISOString(), status, fault, milliseconds })),
  };
}
