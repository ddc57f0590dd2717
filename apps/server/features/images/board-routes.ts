import * as contract from '@bakkum/api-contract/images/images';
import * as gallery from '@bakkum/image-studio/gallery';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

const params = z.object({ id: z.uuid() });
const gone = { 204: { description: 'Deleted' }, default: PROBLEM };
const board = { 200: answer('The board', contract.boardResponse), default: PROBLEM };

const boards = createRoute({
  method: 'get',
  path: '/api/images/boards',
  responses: { 200: answer('Boards, oldest first', contract.boardsResponse), default: PROBLEM },
});
const addBoard = createRoute({
  method: 'post',
  path: '/api/images/boards',
  request: jsonBody(contract.boardRequest),
  responses: board,
});
const renameBoard = createRoute({
  method: 'patch',
  path: '/api/images/boards/{id}',
  request: { params, ...jsonBody(contract.boardRequest) },
  responses: board,
});
const deleteBoard = createRoute({ method: 'delete', path: '/api/images/boards/{id}', request: { params }, responses: gone });
const put = createRoute({
  method: 'post',
  path: '/api/images/boards/{id}/add',
  request: { params, ...jsonBody(contract.boardImagesRequest) },
  responses: board,
});
const take = createRoute({
  method: 'post',
  path: '/api/images/boards/{id}/remove',
  request: { params, ...jsonBody(contract.boardImagesRequest) },
  responses: board,
});
const presets = createRoute({
  method: 'get',
  path: '/api/images/presets',
  responses: { 200: answer('Presets, oldest first', contract.presetsResponse), default: PROBLEM },
});
const addPreset = createRoute({
  method: 'post',
  path: '/api/images/presets',
  request: jsonBody(contract.presetRequest),
  responses: { 200: answer('The preset', contract.presetResponse), default: PROBLEM },
});
const deletePreset = createRoute({ method: 'delete', path: '/api/images/presets/{id}', request: { params }, responses: gone });

const FULL_S = 3600;

/** Boards of images, and presets of settings. */
export function boardRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  addBoards(routes, services, signedIn);
  addBoardImages(routes, services, signedIn);
  addPresets(routes, services, signedIn);
  return routes;
}

/** @throws ProblemError `too-many-requests` if the maximum is reached */
function roomFor(id: string | undefined): string {
  if (id === undefined) throw new ProblemError('too-many-requests', { retryAfterS: FULL_S });
  return id;
}

async function boardView({ studio }: Services, userId: string, id: string) {
  const [found] = await gallery.boardsOf(studio, userId, id);
  if (!found) throw new ProblemError('not-found');
  return { board: found };
}

function addBoards(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(boards, async (context) => {
    const { person } = await signedIn.require(context);
    return context.json({ boards: await gallery.boardsOf(studio, person.id) }, 200);
  });
  routes.openapi(addBoard, async (context) => {
    const { person } = await signedIn.require(context);
    const id = roomFor(await gallery.addBoard(studio, person.id, context.req.valid('json').name));
    return context.json(await boardView(services, person.id, id), 200);
  });
  routes.openapi(renameBoard, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    await gallery.renameBoard(studio, person.id, id, context.req.valid('json').name);
    return context.json(await boardView(services, person.id, id), 200);
  });
  routes.openapi(deleteBoard, async (context) => {
    const { person } = await signedIn.require(context);
    if (!(await gallery.deleteBoard(studio, person.id, context.req.valid('param').id))) throw new ProblemError('not-found');
    return context.body(null, 204);
  });
}

function addBoardImages(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { studio } = services;
  routes.openapi(put, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    await gallery.addToBoard(studio, person.id, id, context.req.valid('json').imageIds);
    return context.json(await boardView(services, person.id, id), 200);
  });
  routes.openapi(take, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    await gallery.removeFromBoard(studio, person.id, id, context.req.valid('json').imageIds);
    return context.json(await boardView(services, person.id, id), 200);
  });
}

function addPresets(routes: ApiApp, { studio }: Services, signedIn: SignedIn): void {
  routes.openapi(presets, async (context) => {
    const { person } = await signedIn.require(context);
    return context.json({ presets: await gallery.presetsOf(studio, person.id) }, 200);
  });
  routes.openapi(addPreset, async (context) => {
    const { person } = await signedIn.require(context);
    const id = roomFor(await gallery.addPreset(studio, person.id, context.req.valid('json')));
    const [preset] = await gallery.presetsOf(studio, person.id, id);
    if (!preset) throw new ProblemError('not-found');
    return context.json({ preset }, 200);
  });
  routes.openapi(deletePreset, async (context) => {
    const { person } = await signedIn.require(context);
    if (!(await gallery.deletePreset(studio, person.id, context.req.valid('param').id))) throw new ProblemError('not-found');
    return context.body(null, 204);
  });
}
