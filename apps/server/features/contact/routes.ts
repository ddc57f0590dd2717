import { contactRequest, contactResponse } from '@bakkum/api-contract/contact';
import { createRoute } from '@hono/zod-openapi';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

const send = createRoute({
  method: 'post',
  path: '/api/contact',
  request: jsonBody(contactRequest),
  responses: { 200: answer('How the stored message was forwarded', contactResponse), default: PROBLEM },
});

/** Contact messages to the operator. No account needed. */
export function contactRoutes({ contact }: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  routes.openapi(send, async (context) => {
    const { address } = signedIn.visitor(context);
    const received = await contact.receive(context.req.valid('json'), address);
    if (received.outcome === 'received') return context.json({ way: received.way }, 200);
    context.header('Retry-After', String(received.retryAfterS));
    throw new ProblemError('too-many-requests');
  });
  return routes;
}
