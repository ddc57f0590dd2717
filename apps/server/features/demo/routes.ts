import { demoResponse, mailboxResponse } from '@bakkum/api-contract/demo';
import { createRoute } from '@hono/zod-openapi';
import { DEMO_ACCOUNT } from '../../config/demo-account.ts';
import { type ApiApp, answer, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import { mailboxBrowser } from '../../http/mailbox-browser.ts';
import type { Services } from '../../services.ts';
import { lettersOf } from './mailbox.ts';

const demo = createRoute({
  method: 'get',
  path: '/api/demo',
  responses: { 200: answer('The shared demo account', demoResponse), default: PROBLEM },
});
const mailbox = createRoute({
  method: 'get',
  path: '/api/demo/mail',
  responses: { 200: answer('Emails to the accounts of this browser, newest first', mailboxResponse), default: PROBLEM },
});

/** Routes of demo mode only. */
export function demoRoutes(services: Services): ApiApp {
  const routes = createRoutes();
  routes.openapi(demo, (context) => context.json({ email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password }, 200));
  routes.openapi(mailbox, async (context) => {
    const letters = await lettersOf(services, mailboxBrowser(context));
    return context.json({ letters: letters.map(({ reader: _, ...letter }) => letter) }, 200);
  });
  return routes;
}
