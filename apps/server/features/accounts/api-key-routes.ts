import type { ApiKey } from '@bakkum/accounts/api-keys';
import * as contract from '@bakkum/api-contract/api-keys';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

const path = '/api/account/api-keys';
const list = createRoute({
  method: 'get',
  path,
  responses: { 200: answer('API keys, newest first', contract.apiKeysResponse), default: PROBLEM },
});
const make = createRoute({
  method: 'post',
  path,
  request: jsonBody(contract.apiKeyRequest),
  responses: { 201: answer('The key, shown only once', contract.apiKeyMade), default: PROBLEM },
});
const revoke = createRoute({
  method: 'delete',
  path: `${path}/{id}`,
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 204: { description: 'The key was revoked' }, default: PROBLEM },
});
const DAY_MS = 86_400_000;

/** API keys for the conversion API. */
export function apiKeyRoutes({ apiKeys, clock }: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  routes.openapi(list, async (context) => {
    const { person } = await signedIn.require(context);
    return context.json({ keys: (await apiKeys.list(person.id)).map(viewOf) }, 200);
  });
  routes.openapi(make, async (context) => {
    const { id, person } = await signedIn.require(context);
    const { name, scopes, days } = context.req.valid('json');
    const expiresAt = days === null ? undefined : new Date(clock.now().getTime() + days * DAY_MS);
    const made = await apiKeys.make(person.id, { name, scopes, ...(expiresAt && { expiresAt }) }, id);
    if (made === 'signed-out') throw new ProblemError('not-signed-in');
    if (made === 'full') throw new ProblemError('too-many-keys');
    return context.json({ key: viewOf(made.key), secret: made.secret }, 201);
  });
  routes.openapi(revoke, async (context) => {
    const { person } = await signedIn.require(context);
    if (!(await apiKeys.revoke(person.id, context.req.valid('param').id))) throw new ProblemError('not-found');
    return context.body(null, 204);
  });
  return routes;
}

function viewOf({ madeAt, usedAt, expiresAt, scopes, ...key }: ApiKey): contract.ApiKeyView {
  return {
    ...key,
    scopes: [...scopes],
    madeAt: madeAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
