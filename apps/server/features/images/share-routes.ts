/** Links to images: created and revoked by the owner, usable by anyone. Visitors learn nothing about the owner or the prompt. */
import * as contract from '@bakkum/api-contract/images/shares';
import { reportShared, visitorsOf } from '@bakkum/image-studio/operator/reports';
import * as shares from '@bakkum/image-studio/shares';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import { clientAddress } from '../../http/requests/client-address.ts';
import { limitHourly } from '../../http/requests/hourly-limit.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { alertOfReport } from './report-alerts.ts';
import { sendStoredImage } from './send-stored-image.ts';

/** Links created per account and hour. */
export const SHARES_PER_HOUR = 100;
/** Requests for shared images per network address and hour. A visit sends two. */
export const VISITS_PER_HOUR = 1000;
/** Reports about shared images per network address and hour. */
export const VISITOR_REPORTS_PER_HOUR = 10;
const DAY_S = 86_400;

const ofImage = { params: z.object({ id: z.uuid() }) };
const ofShare = { params: z.object({ id: contract.imageShareId }) };

const create = createRoute({
  method: 'post',
  path: '/api/images/{id}/share',
  request: ofImage,
  responses: { 200: answer('The link, which a shared image keeps', contract.imageShareMade), default: PROBLEM },
});
const read = createRoute({
  method: 'get',
  path: '/api/images/{id}/share',
  request: ofImage,
  responses: { 200: answer('The link, if the image has one', contract.imageShareResponse), default: PROBLEM },
});
const revoke = createRoute({
  method: 'delete',
  path: '/api/images/{id}/share',
  request: ofImage,
  responses: { 204: { description: 'The link has ended' }, default: PROBLEM },
});
const view = createRoute({
  method: 'get',
  path: '/api/images/shared/{id}',
  request: ofShare,
  responses: { 200: answer('The shared image', contract.sharedImageView), default: PROBLEM },
});
const file = createRoute({
  method: 'get',
  path: '/api/images/shared/{id}/file',
  request: { ...ofShare, query: contract.sharedFileQuery },
  responses: { 200: { description: 'The image', content: { 'image/png': { schema: z.string() } } }, default: PROBLEM },
});
const report = createRoute({
  method: 'post',
  path: '/api/images/shared/{id}/reports',
  request: { ...ofShare, ...jsonBody(contract.sharedReportRequest) },
  responses: { 204: { description: 'The report was received' }, default: PROBLEM },
});

export function shareRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  addOwnerRoutes(routes, services, signedIn);
  addVisitorRoutes(routes, services);
  return routes;
}

/** @throws ProblemError `not-found`, also for images of others */
function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ProblemError('not-found');
  return found;
}

/** @throws ProblemError `not-found` or `link-ended` */
function orEnded<Found>(found: shares.Shared<Found>): Found {
  if (found === 'ended') throw new ProblemError('link-ended');
  return orNotFound(found);
}

function addOwnerRoutes(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(create, async (context) => {
    const { person } = await signedIn.require(context);
    await limitHourly(services, `image-shares:${person.id}`, SHARES_PER_HOUR);
    const share = orNotFound(await shares.shareImage(studio, person.id, context.req.valid('param').id));
    if (share === 'blocked') throw new ProblemError('sharing-blocked');
    return context.json({ share }, 200);
  });
  routes.openapi(read, async (context) => {
    const { person } = await signedIn.require(context);
    return context.json(orNotFound(await shares.shareOf(studio, person.id, context.req.valid('param').id)), 200);
  });
  routes.openapi(revoke, async (context) => {
    const { person } = await signedIn.require(context);
    if (!(await shares.revokeShare(studio, person.id, context.req.valid('param').id))) throw new ProblemError('not-found');
    return context.body(null, 204);
  });
}

/** A link that has ended must not stay in caches or search results. */
const NOT_KEPT = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

function addVisitorRoutes(routes: ApiApp, services: Services): void {
  const { studio, fileSlots, settings } = services;
  const count = (context: Parameters<typeof clientAddress>[0], kind: string, limit: number): Promise<void> =>
    limitHourly(services, `${kind}:${services.hashAddress(clientAddress(context, settings.trustedProxies))}`, limit);
  routes.openapi(view, async (context) => {
    await count(context, 'shared-images', VISITS_PER_HOUR);
    return context.json(orEnded(await shares.sharedImage(studio, context.req.valid('param').id)), 200, NOT_KEPT);
  });
  routes.openapi(file, async (context) => {
    await count(context, 'shared-images', VISITS_PER_HOUR);
    const { id } = context.req.valid('param');
    const isDownload = context.req.valid('query').download === 'true';
    const headers = { ...NOT_KEPT, ...(isDownload && { 'Content-Disposition': 'attachment; filename="shared-image.png"' }) };
    return sendStoredImage(context, fileSlots, headers, async () => orEnded(await shares.sharedFile(studio, id)));
  });
  routes.openapi(report, async (context) => {
    await count(context, 'shared-image-reports', VISITOR_REPORTS_PER_HOUR);
    const { id } = context.req.valid('param');
    const content = context.req.valid('json');
    const received = orEnded(await reportShared(studio, id, content));
    if (received.outcome === 'too-many') throw new ProblemError('too-many-requests', { retryAfterS: DAY_S });
    await alertOfReport(services, { id: received.id, userId: visitorsOf(id), reason: content.reason, at: studio.now() });
    return context.body(null, 204);
  });
}
