import { sessionsResponse } from '@bakkum/api-contract/account';
import { text } from '@bakkum/api-contract/text';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

const list = createRoute({
  method: 'get',
  path: '/api/account/sessions',
  responses: { 200: answer('Signed-in devices', sessionsResponse), default: PROBLEM },
});
const revoke = createRoute({
  method: 'delete',
  path: '/api/account/sessions/{id}',
  request: { params: z.object({ id: text() }) },
  responses: { 204: { description: 'The device was signed out' }, default: PROBLEM },
});
const revokeOthers = createRoute({
  method: 'post',
  path: '/api/account/sessions/revoke-others',
  responses: { 204: { description: 'All other devices were signed out' }, default: PROBLEM },
});
const uuid = z.uuid();

/** Sessions of a user. Sessions of other users are reported as not found. */
export function sessionRoutes({ accounts }: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  routes.openapi(list, async (context) => {
    const { id, person } = await signedIn.require(context);
    const sessions = (await accounts.sessions(person.id)).map((row) => ({
      id: row.id,
      signedInAt: row.signedInAt.toISOString(),
      usedAt: row.usedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      userAgent: row.userAgent,
      current: row.id === id,
    }));
    return context.json({ sessions }, 200);
  });
  routes.openapi(revokeOthers, async (context) => {
    const { id, person } = await signedIn.require(context);
    await accounts.revokeOthers(person.id, id);
    return context.body(null, 204);
  });
  routes.openapi(revoke, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    const found = uuid.safeParse(id).success && (await accounts.revokeSession(person.id, id));
    if (!found) throw new ProblemError('not-found');
    return context.body(null, 204);
  });
  return routes;
}
