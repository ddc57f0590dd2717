import * as contract from '@bakkum/api-contract/images/images';
import { backgroundRemoversOf, orderBackgroundRemoval } from '@bakkum/image-studio/background/background';
import { cancelBatch } from '@bakkum/image-studio/ending';
import { extendersOf, orderExtension } from '@bakkum/image-studio/extending/extending';
import { isRefusedTooOften } from '@bakkum/image-studio/moderation/moderation';
import { type Ordered, orderImages } from '@bakkum/image-studio/order';
import { editorsOf, orderRefinement } from '@bakkum/image-studio/refinement';
import { orderUpscaling, upscalersOf } from '@bakkum/image-studio/upscaling/upscaling';
import { orderVariations, variatorsOf } from '@bakkum/image-studio/variations/variations';
import { batchViews } from '@bakkum/image-studio/views';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { localeOf, ProblemError } from '../../http/problem-answer.ts';
import { limits } from '../../http/route-limits.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import { withMessages } from './attempt-messages.ts';
import { buyerOf, REFUSED_WAIT_SECONDS, unwrapOrThrow } from './buyer.ts';

/** Maximum size of a refinement request, which may contain a drawn mask, in bytes. */
const MAX_MASK_BODY_BYTES = 1024 * 1024;
const withId = z.object({ id: z.uuid() });
const keyed = { headers: contract.idempotencyHeader };
const taken = { 202: answer('The current state of the order', contract.batchResponse), default: PROBLEM };

const generate = createRoute({
  method: 'post',
  path: '/api/images/generations',
  request: { ...keyed, ...jsonBody(contract.generationRequest) },
  responses: taken,
});
const refine = createRoute({
  method: 'post',
  path: '/api/images/{id}/refine',
  middleware: limits({ bodyBytes: MAX_MASK_BODY_BYTES }),
  request: { ...keyed, params: withId, ...jsonBody(contract.refineRequest) },
  responses: taken,
});
const editors = createRoute({
  method: 'get',
  path: '/api/images/{id}/editors',
  request: { params: withId },
  responses: { 200: answer('The models that can edit an image, with their prices', contract.editorsResponse), default: PROBLEM },
});
const upscale = createRoute({
  method: 'post',
  path: '/api/images/{id}/upscale',
  request: { ...keyed, params: withId, ...jsonBody(contract.upscaleRequest) },
  responses: taken,
});
const upscalers = createRoute({
  method: 'get',
  path: '/api/images/{id}/upscalers',
  request: { params: withId },
  responses: { 200: answer('What can enlarge an image, with sizes and prices', contract.upscalersResponse), default: PROBLEM },
});
const vary = createRoute({
  method: 'post',
  path: '/api/images/{id}/variations',
  request: { ...keyed, params: withId, ...jsonBody(contract.variationsRequest) },
  responses: taken,
});
const variators = createRoute({
  method: 'get',
  path: '/api/images/{id}/variators',
  request: { params: withId },
  responses: {
    200: answer('What can make variations of an image, with sizes and prices', contract.variatorsResponse),
    default: PROBLEM,
  },
});
const extend = createRoute({
  method: 'post',
  path: '/api/images/{id}/extend',
  request: { ...keyed, params: withId, ...jsonBody(contract.extendRequest) },
  responses: taken,
});
const extenders = createRoute({
  method: 'get',
  path: '/api/images/{id}/extenders',
  request: { params: withId, query: contract.extendersQuery },
  responses: { 200: answer('What can extend an image, with sizes and prices', contract.extendersResponse), default: PROBLEM },
});
const removeBackground = createRoute({
  method: 'post',
  path: '/api/images/{id}/remove-background',
  request: { ...keyed, params: withId, ...jsonBody(contract.removeBackgroundRequest) },
  responses: taken,
});
const backgroundRemovers = createRoute({
  method: 'get',
  path: '/api/images/{id}/background-removers',
  request: { params: withId },
  responses: { 200: answer('What can remove the background of an image', contract.backgroundRemoversResponse), default: PROBLEM },
});
const cancel = createRoute({
  method: 'post',
  path: '/api/images/generations/{id}/cancel',
  request: { params: withId },
  responses: { 200: answer('The order; images in progress will stop shortly', contract.batchResponse), default: PROBLEM },
});
const list = createRoute({
  method: 'get',
  path: '/api/images/generations',
  request: { query: contract.batchesQuery },
  responses: { 200: answer('Orders, newest first', contract.batchesResponse), default: PROBLEM },
});
const one = createRoute({
  method: 'get',
  path: '/api/images/generations/{id}',
  request: { params: withId },
  responses: { 200: answer('An order', contract.batchResponse), default: PROBLEM },
});

/** Routes that create, cancel and read image orders. */
export function orderRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  addCreation(routes, services, signedIn);
  addUpscaling(routes, services, signedIn);
  addVariations(routes, services, signedIn);
  addExtending(routes, services, signedIn);
  addBackgroundRemoval(routes, services, signedIn);
  addReads(routes, services, signedIn);
  return routes;
}

async function viewOf({ studio }: Services, userId: string, batchId: string): Promise<contract.BatchView> {
  const [batch] = await batchViews(studio, studio.database, 'where user_id = $1 and id = $2', [userId, batchId]);
  if (!batch) throw new ProblemError('not-found');
  return batch;
}

/** Places an order and wakes the workers. @throws ProblemError if it was refused */
async function ordered(
  services: Services,
  userId: string,
  count: number,
  order: () => Promise<Ordered>,
): Promise<contract.BatchView> {
  const { studio, jobs } = services;
  if (await isRefusedTooOften(studio, userId)) throw new ProblemError('too-many-requests', { retryAfterS: REFUSED_WAIT_SECONDS });
  const batchId = unwrapOrThrow(await order());
  jobs.wake(JOB_KINDS.image, count);
  jobs.wake(JOB_KINDS.design, count);
  return viewOf(services, userId, batchId);
}

function addUpscaling(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(upscale, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const key = context.req.valid('header')['idempotency-key'];
    const { id } = context.req.valid('param');
    const request = context.req.valid('json');
    const batch = await ordered(services, buyer.userId, 1, () => orderUpscaling(studio, buyer, key, id, request));
    return context.json({ batch: withMessages(batch, localeOf(context)) }, 202);
  });
  routes.openapi(upscalers, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const found = await upscalersOf(studio, buyer, context.req.valid('param').id);
    if (!found) throw new ProblemError('not-found');
    return context.json({ upscalers: [...found] }, 200);
  });
}

function addVariations(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(vary, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const key = context.req.valid('header')['idempotency-key'];
    const { id } = context.req.valid('param');
    const request = context.req.valid('json');
    const batch = await ordered(services, buyer.userId, request.count, () => orderVariations(studio, buyer, key, id, request));
    return context.json({ batch: withMessages(batch, localeOf(context)) }, 202);
  });
  routes.openapi(variators, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const found = await variatorsOf(studio, buyer, context.req.valid('param').id);
    if (!found) throw new ProblemError('not-found');
    return context.json({ variators: [...found] }, 200);
  });
}

function addExtending(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(extend, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const key = context.req.valid('header')['idempotency-key'];
    const { id } = context.req.valid('param');
    const request = context.req.valid('json');
    const batch = await ordered(services, buyer.userId, 1, () => orderExtension(studio, buyer, key, id, request));
    return context.json({ batch: withMessages(batch, localeOf(context)) }, 202);
  });
  routes.openapi(extenders, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const found = await extendersOf(studio, buyer, context.req.valid('param').id, context.req.valid('query'));
    if (!found) throw new ProblemError('not-found');
    return context.json({ extenders: [...found] }, 200);
  });
}

function addBackgroundRemoval(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(removeBackground, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const key = context.req.valid('header')['idempotency-key'];
    const { id } = context.req.valid('param');
    const request = context.req.valid('json');
    const batch = await ordered(services, buyer.userId, 1, () => orderBackgroundRemoval(studio, buyer, key, id, request));
    return context.json({ batch: withMessages(batch, localeOf(context)) }, 202);
  });
  routes.openapi(backgroundRemovers, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const found = await backgroundRemoversOf(studio, buyer, context.req.valid('param').id);
    if (!found) throw new ProblemError('not-found');
    return context.json({ removers: [...found] }, 200);
  });
}

function addCreation(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(generate, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const key = context.req.valid('header')['idempotency-key'];
    const request = context.req.valid('json');
    const batch = await ordered(services, buyer.userId, request.count, () => orderImages(studio, buyer, key, request));
    return context.json({ batch: withMessages(batch, localeOf(context)) }, 202);
  });
  routes.openapi(refine, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const key = context.req.valid('header')['idempotency-key'];
    const { id } = context.req.valid('param');
    const batch = await ordered(services, buyer.userId, 1, () =>
      orderRefinement(studio, buyer, key, id, context.req.valid('json')),
    );
    return context.json({ batch: withMessages(batch, localeOf(context)) }, 202);
  });
  routes.openapi(editors, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    const found = await editorsOf(studio, buyer, context.req.valid('param').id);
    if (!found) throw new ProblemError('not-found');
    return context.json({ editors: [...found] }, 200);
  });
  routes.openapi(cancel, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    await viewOf(services, person.id, id);
    await studio.database.transaction((sql) => cancelBatch(sql, id, studio.now()));
    return context.json({ batch: withMessages(await viewOf(services, person.id, id), localeOf(context)) }, 200);
  });
}

function addReads(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(list, async (context) => {
    const { person } = await signedIn.require(context);
    const { before, open, limit } = context.req.valid('query');
    const batches = await batchViews(
      studio,
      studio.database,
      `where user_id = $1 and ($2::timestamptz is null or created_at < $2) and ($3::boolean is null or (ended_at is null) = $3)
       order by created_at desc, id limit $4`,
      [person.id, before ? new Date(before) : null, open === undefined ? null : open === 'true', limit],
    );
    const next = batches.length === limit ? batches.at(-1)?.createdAt : undefined;
    return context.json({ batches: batches.map((batch) => withMessages(batch, localeOf(context))), ...(next && { next }) }, 200);
  });
  routes.openapi(one, async (context) => {
    const { person } = await signedIn.require(context);
    const batch = await viewOf(services, person.id, context.req.valid('param').id);
    return context.json({ batch: withMessages(batch, localeOf(context)) }, 200);
  });
}
