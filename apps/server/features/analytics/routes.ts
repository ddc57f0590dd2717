import { isBot } from '@bakkum/analytics/bots';
import { analyticsRequest } from '@bakkum/api-contract/analytics';
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ApiApp, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Log } from '../../observability/log.ts';
import type { Services } from '../../services.ts';
import { knownPage, sanitizeEvent } from './clean.ts';
import { createVisitShare } from './share-visits.ts';

const tell = createRoute({
  method: 'post',
  path: '/api/analytics',
  request: jsonBody(analyticsRequest),
  responses: { 204: { description: 'Received; the response doesn’t say whether it was counted' }, default: PROBLEM },
});

/** Records anonymous page events, except of bots and of visitors who opt out. */
export function analyticsRoutes(services: Services, signedIn: SignedIn, log: Log): ApiApp {
  const { analytics, settings, outbound } = services;
  const { sharedVisits: target } = settings.site;
  const share = target && createVisitShare({ target, origin: settings.origin, outbound, log });
  const routes = createRoutes();
  routes.openapi(tell, async (context) => {
    const sent = [context.req.valid('json')].flat();
    const { address } = signedIn.visitor(context);
    if (!mayBeCounted(context)) return context.body(null, 204);
    const isWithin = await analytics.receive(sent.map(sanitizeEvent), address);
    const agreed = sent.filter(({ shared }) => shared);
    if (isWithin && agreed.length > 0) share?.add(agreed.map((event) => ({ ...sanitizeEvent(event), page: knownPage(event) })));
    return context.body(null, 204);
  });
  return routes;
}

/** Whether the visitor allows counting: no Do Not Track, no Global Privacy Control, no bot. */
function mayBeCounted(context: Context): boolean {
  const { req } = context;
  return req.header('DNT') !== '1' && req.header('Sec-GPC') !== '1' && !isBot(req.header('User-Agent'));
}
