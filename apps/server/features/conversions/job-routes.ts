import * as contract from '@bakkum/api-contract/conversions/conversions';
import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import { cancelJob, deleteJob, findJob, findRepeatedJob, listJobs, retryJob } from '@bakkum/conversion-jobs/jobs';
import type { JobRow } from '@bakkum/conversion-jobs/rows';
import { findUploads } from '@bakkum/conversion-jobs/uploads/uploads';
import type { Idempotency } from '@bakkum/idempotency/idempotency';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer } from '../../http/api-routes.ts';
import { localeOf } from '../../http/problem-answer.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Authentication, Principal } from './authentication.ts';
import { checkQueue, createJob, orderOf, type Uploads, unwrapOrThrow } from './create-job.ts';
import {
  addUnparsed,
  createApiRoutes,
  DOCUMENTED,
  FILES,
  idempotencyOf,
  MEDIA_TYPE,
  parsed,
  RECEIVES_FILE,
} from './documented.ts';
import { createJobFromForm, createJobOrDiscard } from './file-jobs.ts';
import { holdFor, waitForEnd } from './long-poll.ts';
import { ApiProblem } from './problem.ts';
import { fetchFile } from './uploads/upload-intake.ts';
import { orNotFound } from './uploads/upload-routes.ts';
import { jobViews, oneJobView, type Showing } from './views.ts';

const params = z.object({ id: z.uuid() });
const job = answer('The job', contract.jobView);
const accepted = { ...job, headers: z.object({ location: z.string() }) };
const tags = ['Jobs'];
const formFields = contract.orderRequest
  .omit({ options: true })
  .extend({ file: FILES, options: z.string().optional().describe('The options as JSON') });

const convert = {
  method: 'post',
  path: '/api/v1/upload',
  operationId: 'convertFile',
  summary: 'Upload and convert a file, or several into one',
  tags,
  middleware: RECEIVES_FILE,
  request: {
    headers: contract.idempotencyKey,
    body: { required: true, content: { 'multipart/form-data': { schema: formFields } } },
  },
  responses: { 202: accepted, ...MEDIA_TYPE, ...DOCUMENTED },
} as const;
const order = {
  method: 'post',
  path: '/api/v1/jobs',
  operationId: 'createJob',
  summary: 'Convert an uploaded file, a file at a URL, or several uploaded files into one',
  tags,
  request: {
    headers: contract.idempotencyKey,
    body: { required: true, content: { 'application/json': { schema: contract.jobRequest } } },
  },
  responses: { 202: accepted, ...DOCUMENTED },
} as const;
const list = createRoute({
  method: 'get',
  path: '/api/v1/jobs',
  operationId: 'listJobs',
  summary: 'List jobs, newest first',
  tags,
  request: { query: contract.jobsQuery },
  responses: { 200: answer('A page of jobs', contract.jobList), ...DOCUMENTED },
});
const one = createRoute({
  method: 'get',
  path: '/api/v1/jobs/{id}',
  operationId: 'getJob',
  summary: 'Get a job; with `wait`, the response arrives when the job ends',
  tags,
  request: { params, query: contract.jobQuery },
  responses: { 200: job, ...DOCUMENTED },
});
const cancel = createRoute({
  method: 'post',
  path: '/api/v1/jobs/{id}/cancel',
  operationId: 'cancelJob',
  summary: 'Cancel a waiting or running job',
  tags,
  request: { params },
  responses: { 200: job, ...DOCUMENTED },
});
const retry = createRoute({
  method: 'post',
  path: '/api/v1/jobs/{id}/retry',
  operationId: 'retryJob',
  summary: 'Retry a failed or canceled job, until `retry_until`',
  tags,
  request: { params },
  responses: { 202: job, ...DOCUMENTED },
});
const remove = createRoute({
  method: 'delete',
  path: '/api/v1/jobs/{id}',
  operationId: 'deleteJob',
  summary: 'Delete a job and its files',
  tags,
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...DOCUMENTED },
});

/** Routes that create, read, cancel, retry and delete jobs. */
export function jobRoutes(services: Services, authentication: Authentication, changes: JobChanges): ApiApp {
  const routes = createApiRoutes(authentication);
  addCreation(routes, services, authentication);
  addReads(routes, services, authentication, changes);
  addActions(routes, services, authentication);
  return routes;
}

/** Links use the configured origin, otherwise the origin of the request. */
export function showingFor(context: ApiContext, { settings }: Pick<Services, 'settings'>): Showing {
  const base = settings.originIsGiven ? settings.origin : new URL(context.req.url).origin;
  return { base, locale: localeOf(context) };
}

function addCreation(routes: ApiApp, services: Services, authentication: Authentication): void {
  const accept = async (context: ApiContext, row: JobRow): Promise<Response> => {
    context.header('Location', `/api/v1/jobs/${row.id}`);
    return context.json(await oneJobView(services.conversions, row, showingFor(context, services)), 202);
  };
  addUnparsed(routes, convert, async (context) => {
    const principal = await authentication.require(context, 'command', 'convert:write');
    return accept(context, await createJobFromForm(services, principal, context));
  });
  addUnparsed(routes, order, async (context) => {
    const principal = await authentication.require(context, 'command', 'convert:write');
    const request = await parsed(context, contract.jobRequest);
    return accept(
      context,
      await createJobFromJson(services, principal, request, idempotencyOf(services, context, ['job', request])),
    );
  });
}

async function createJobFromJson(
  services: Services,
  principal: Principal,
  request: contract.JobRequest,
  idempotency: Idempotency | undefined,
): Promise<JobRow> {
  const before = await findRepeatedJob(services.database, principal.owner, idempotency);
  if (before) return unwrapOrThrow(before).job;
  const [first, ...rest] = request.upload_ids ?? (request.upload_id === undefined ? [] : [request.upload_id]);
  if (first !== undefined) {
    const found = await findUploads(services.database, principal.owner, [first, ...rest]);
    const uploads: Uploads = [orNotFound(found.get(first)), ...rest.map((id) => orNotFound(found.get(id)))];
    return (await createJob(services, principal, { uploads, request: orderOf(request), idempotency })).job;
  }
  // The key, if there is one, was not used before.
  await checkQueue(services, principal, undefined);
  const upload = await fetchFile(services, principal, request.url ?? '', request.filename);
  return createJobOrDiscard(services, principal, [upload], () => ({ request: orderOf(request), idempotency }));
}

const cursor = z.tuple([z.iso.datetime(), z.uuid()]);

function afterCursor(text: string | undefined): { readonly createdAt: Date; readonly id: string } | undefined {
  if (text === undefined) return undefined;
  const [at, id] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const result = cursor.safeParse([at, id]);
  if (!result.success) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'cursor', problem: 'invalid' }] });
  return { createdAt: new Date(result.data[0]), id: result.data[1] };
}

function cursorAfter(row: JobRow): string {
  return Buffer.from(`${row.created_at.toISOString()} ${row.id}`).toString('base64url');
}

function addReads(routes: ApiApp, services: Services, authentication: Authentication, changes: JobChanges): void {
  const { conversions, database } = services;
  routes.openapi(list, async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:read');
    const { status, tag, cursor: given, limit } = context.req.valid('query');
    const rows = await listJobs(database, owner, { state: status, tag, after: afterCursor(given), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const jobs = await jobViews(conversions, page, showingFor(context, services));
    return context.json({ jobs, next_cursor: last ? cursorAfter(last) : null }, 200);
  });
  routes.openapi(one, async (context) => {
    const principal = await authentication.require(context, 'read', 'convert:read');
    const { owner } = principal;
    const { id } = context.req.valid('param');
    const found = foundJob(await findJob(database, owner, id));
    const { wait = 0 } = context.req.valid('query');
    const isHeld = wait > 0 && !found.ended_at;
    if (isHeld) {
      const release = holdFor(services, context, principal);
      await waitForEnd(changes, found, wait, context.req.raw.signal).finally(release);
    }
    const row = isHeld ? foundJob(await findJob(database, owner, id)) : found;
    return context.json(await oneJobView(conversions, row, showingFor(context, services)), 200);
  });
}

/** @throws ApiProblem NOT_FOUND, also for jobs of others */
export function foundJob(row: JobRow | undefined): JobRow {
  if (!row) throw new ApiProblem('NOT_FOUND');
  return row;
}

function addActions(routes: ApiApp, services: Services, authentication: Authentication): void {
  const { conversions, database } = services;
  routes.openapi(cancel, async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:write');
    const { id } = context.req.valid('param');
    const row = (await cancelJob(conversions, owner, id)) ?? foundJob(await findJob(database, owner, id));
    if (row.state !== 'cancelled') throw new ApiProblem('NOT_POSSIBLE_NOW', { status: row.state });
    return context.json(await oneJobView(conversions, row, showingFor(context, services)), 200);
  });
  routes.openapi(retry, async (context) => {
    const { owner, limits } = await authentication.require(context, 'command', 'convert:write');
    const { id } = context.req.valid('param');
    const { state } = foundJob(await findJob(database, owner, id));
    const row = await retryJob(conversions, { owner, id, openJobs: limits.openJobs });
    if (row === 'busy') throw new ApiProblem('TOO_MANY_JOBS');
    if (row === 'not-possible') throw new ApiProblem(state === 'expired' ? 'GONE' : 'NOT_POSSIBLE_NOW', { status: state });
    return context.json(await oneJobView(conversions, row, showingFor(context, services)), 202);
  });
  routes.openapi(remove, async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:write');
    if (!(await deleteJob(conversions, owner, context.req.valid('param').id))) throw new ApiProblem('NOT_FOUND');
    return context.body(null, 204);
  });
}
