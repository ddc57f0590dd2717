import { demoResponse, mailboxResponse } from '@bakkum/api-contract/demo';
import { readFileMailbox } from '@bakkum/mail/file-mailbox';
import { createRoute } from '@hono/zod-openapi';
import { DEMO_ACCOUNT } from '../../config/demo-account.ts';
import { type ApiApp, answer, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import type { Services } from '../../services.ts';

const demo = createRoute({
  method: 'get',
  path: '/api/demo',
  responses: { 200: answer('The shared demo account', demoResponse), default: PROBLEM },
});
const mailbox = createRoute({
  method: 'get',
  path: '/api/demo/mail',
  responses: { 200: answer('Emails that would have been sent, newest first', mailboxResponse), default: PROBLEM },
});

/** Routes of demo mode only. */
export function demoRoutes({ mailbox: folder }: Services): ApiApp {
  const routes = createRoutes();
  routes.openapi(demo, (context) => context.json({ email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password }, 200));
  routes.openapi(mailbox, async (context) => context.json({ letters: [...(await readFileMailbox(folder))] }, 200));
  return routes;
}
