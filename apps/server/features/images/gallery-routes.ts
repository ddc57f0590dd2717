import * as contract from '@bakkum/api-contract/images/images';
import * as gallery from '@bakkum/image-studio/gallery';
import { report as storeReport } from '@bakkum/image-studio/operator/reports';
import { downloadName } from '@bakkum/studio-options/file-name';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import { clientAddress } from '../../http/requests/client-address.ts';
import { type ConcurrencyLimits, createConcurrencyLimiter } from '../../http/requests/concurrency-limiter.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { buyerOf, STORAGE_PROBLEMS } from './buyer.ts';
import { alertOfReport } from './report-alerts.ts';
import { sendStoredImage } from './send-stored-image.ts';

const DAY_S = 86_400;
const params = z.object({ id: z.uuid() });
const request = { params };
const picture = (type: string) => ({ description: 'The image', content: { [type]: { schema: z.string() } } });
const image = answer('The image', contract.imageResponse);

const list = createRoute({
  method: 'get',
  path: '/api/images',
  request: { query: contract.imagesQuery },
  responses: { 200: answer('Images, newest first', contract.imagesResponse), default: PROBLEM },
});
const statistics = createRoute({
  method: 'get',
  path: '/api/images/statistics',
  responses: { 200: answer('Statistics of the user’s images', contract.statisticsResponse), default: PROBLEM },
});
const one = createRoute({ method: 'get', path: '/api/images/{id}', request, responses: { 200: image, default: PROBLEM } });
const iterations = createRoute({
  method: 'get',
  path: '/api/images/{id}/iterations',
  request,
  responses: {
    200: answer('The original image and its refinements, oldest first', contract.iterationsResponse),
    default: PROBLEM,
  },
});
const change = createRoute({
  method: 'patch',
  path: '/api/images/{id}',
  request: { params, ...jsonBody(contract.imageChanges) },
  responses: { 200: image, default: PROBLEM },
});
const remove = createRoute({
  method: 'delete',
  path: '/api/images/{id}',
  request,
  responses: { 200: answer('Deleted; it can be restored for an hour', contract.deletedResponse), default: PROBLEM },
});
const restore = createRoute({
  method: 'post',
  path: '/api/images/{id}/restore',
  request,
  responses: { 200: image, default: PROBLEM },
});
const file = createRoute({
  method: 'get',
  path: '/api/images/{id}/file',
  request,
  responses: { 200: picture('image/png'), default: PROBLEM },
});
const thumbnail = createRoute({
  method: 'get',
  path: '/api/images/{id}/thumbnail',
  request,
  responses: { 200: picture('image/webp'), default: PROBLEM },
});
const download = createRoute({
  method: 'get',
  path: '/api/images/{id}/download',
  request: { params, query: contract.downloadQuery },
  responses: { 200: picture('image/*'), default: PROBLEM },
});
const report = createRoute({
  method: 'post',
  path: '/api/images/reports',
  request: jsonBody(contract.reportRequest),
  responses: { 204: { description: 'The report was received' }, default: PROBLEM },
});

/** @throws ProblemError `not-found`, also for images of others */
function orNotFound<Found>(found: Found | undefined | false): Found {
  if (found === undefined || found === false) throw new ProblemError('not-found');
  return found;
}

/** Images of the signed-in user. */
export function galleryRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  addLists(routes, services, signedIn);
  addChanges(routes, services, signedIn);
  addFiles(routes, services, signedIn);
  return routes;
}

function addLists(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(list, async (context) => {
    const { person } = await signedIn.require(context);
    const { favourite, ...filter } = context.req.valid('query');
    return context.json(await gallery.listImages(studio, person.id, { ...filter, ...(favourite && { favourite: true }) }), 200);
  });
  routes.openapi(statistics, async (context) => {
    const { person } = await signedIn.require(context);
    return context.json(await gallery.statisticsOf(studio, person.id), 200);
  });
  routes.openapi(report, async (context) => {
    const { person } = await signedIn.require(context);
    const request = context.req.valid('json');
    const received = await storeReport(studio, person.id, request);
    if (received.outcome === 'too-many') throw new ProblemError('too-many-requests', { retryAfterS: DAY_S });
    const { id } = orNotFound(received.outcome === 'done' && received);
    await alertOfReport(services, { id, userId: person.id, reason: request.reason, at: studio.now() });
    return context.body(null, 204);
  });
  routes.openapi(one, async (context) => {
    const { person } = await signedIn.require(context);
    return context.json({ image: orNotFound(await gallery.imageOf(studio, person.id, context.req.valid('param').id)) }, 200);
  });
  routes.openapi(iterations, async (context) => {
    const { person } = await signedIn.require(context);
    const images = await gallery.iterationsOf(studio, person.id, context.req.valid('param').id);
    return context.json({ images: orNotFound(images.length > 0 && images) }, 200);
  });
}

const RESTORE_PROBLEMS = { 'not-found': 'not-found', full: 'too-many-pictures', ...STORAGE_PROBLEMS } as const;

function addChanges(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  const view = async (userId: string, id: string) => ({ image: orNotFound(await gallery.imageOf(studio, userId, id)) });
  routes.openapi(change, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    orNotFound(await gallery.changeImage(studio, person.id, id, context.req.valid('json')));
    return context.json(await view(person.id, id), 200);
  });
  routes.openapi(remove, async (context) => {
    const { person } = await signedIn.require(context);
    const until = orNotFound(await gallery.deleteImage(studio, person.id, context.req.valid('param').id));
    return context.json({ restorableUntil: until.toISOString() }, 200);
  });
  routes.openapi(restore, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const { id } = context.req.valid('param');
    const { outcome } = await gallery.restoreImage(studio, buyer, id);
    if (outcome !== 'restored') throw new ProblemError(RESTORE_PROBLEMS[outcome]);
    return context.json(await view(buyer.userId, id), 200);
  });
}

/** Images never change, but access depends on the session: caches must not share them. */
const KEPT = { 'Cache-Control': 'private, max-age=3600', Vary: 'Cookie' };

/** `Content-Disposition` with an extended file name if it has non-ASCII characters (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${extended}`}`;
}

/**
 * Images that are decoded at once for thumbnails and downloads, each of which is in memory. A page requests many thumbnails. A source is
 * a network address, which may have many accounts.
 */
const DECODING: ConcurrencyLimits = { running: 3, runningPerSource: 2, waiting: 400, waitingPerSource: 120, patienceMs: 20_000 };

function addFiles(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { fileSlots, settings, studio } = services;
  const placeOf = (context: Parameters<typeof clientAddress>[0]): string => clientAddress(context, settings.trustedProxies);
  const decodes = createConcurrencyLimiter(DECODING);
  routes.openapi(file, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    return sendStoredImage(context, fileSlots, KEPT, async () => orNotFound(await gallery.pictureStream(studio, person.id, id)));
  });
  routes.openapi(thumbnail, async (context) => {
    const { person } = await signedIn.require(context);
    const inTurn: gallery.InTurn = (work) => decodes.run(placeOf(context), work, context.req.raw.signal);
    const content = orNotFound(await gallery.thumbnailOf(studio, person.id, context.req.valid('param').id, inTurn));
    return context.body(content, 200, { ...KEPT, 'Content-Type': 'image/webp' });
  });
  routes.openapi(download, async (context) => {
    const { person } = await signedIn.require(context);
    const { format, recipe } = context.req.valid('query');
    const wanted = { format, recipe: recipe === 'true' };
    const { id } = context.req.valid('param');
    const convert = () => gallery.downloadFile(studio, person.id, id, wanted);
    const found = orNotFound(await decodes.run(placeOf(context), convert, context.req.raw.signal));
    const headers = {
      'Content-Type': format === 'svg' ? 'image/svg+xml' : `image/${format}`,
      'Content-Disposition': attachment(downloadName(found.image, format)),
    };
    return context.body(found.content, 200, headers);
  });
}
