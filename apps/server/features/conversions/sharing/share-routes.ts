/** Undocumented routes of the cloud page: links to results, created and revoked by the owner, usable by anyone. */
import type { ShareList, ShareView } from '@bakkum/api-contract/conversions/cloud';
import { revokeShare, type Share, sharedJob, shareJob, sharesOf } from '@bakkum/conversion-jobs/shares';
import { z } from 'zod';
import type { ApiApp } from '../../../http/api-routes.ts';
import type { Services } from '../../../services.ts';
import type { ApiContext, Authentication } from '../authentication.ts';
import { createApiRoutes, paramOf } from '../documented.ts';
import { requestedFileIndex, sendResult } from '../download-routes.ts';
import { ApiProblem } from '../problem.ts';
import { sharedView } from '../views.ts';

const jobId = z.uuid();
const shareId = z.string().regex(/^[\w-]{22}$/);

export function shareRoutes(services: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes(authentication);
  addOwnerRoutes(routes, services, authentication);
  addVisitorRoutes(routes, services, authentication);
  return routes;
}

function addOwnerRoutes(routes: ApiApp, { conversions, database }: Services, authentication: Authentication): void {
  routes.get('/api/v1/cloud/shares', async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:read');
    const list: ShareList = { shares: (await sharesOf(database, owner)).map(viewOf) };
    return context.json(list, 200);
  });
  routes.post('/api/v1/cloud/jobs/:id/share', async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:write');
    const share = await shareJob(conversions, owner, paramOf(context, jobId));
    if (!share) throw new ApiProblem('NOT_FOUND');
    return context.json(viewOf(share), 201);
  });
  routes.delete('/api/v1/cloud/jobs/:id/share', async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:write');
    if (!(await revokeShare(conversions, owner, paramOf(context, jobId)))) throw new ApiProblem('NOT_FOUND');
    return context.body(null, 204);
  });
}

function addVisitorRoutes(routes: ApiApp, services: Services, authentication: Authentication): void {
  const { conversions, database } = services;
  const followed = async (context: ApiContext) => {
    await authentication.count(context);
    const job = await sharedJob(conversions, paramOf(context, shareId));
    if (job === undefined) throw new ApiProblem('NOT_FOUND');
    if (typeof job === 'string') throw new ApiProblem('GONE', { reason: job });
    return job;
  };
  routes.get('/api/v1/cloud/shares/:id', async (context) => {
    const job = await followed(context);
    return context.json(await sharedView(database, job), 200);
  });
  routes.get('/api/v1/cloud/shares/:id/download', async (context) => {
    const job = await followed(context);
    return sendResult(services, context, job, requestedFileIndex(context));
  });
}

function viewOf({ id, job_id, created_at }: Share): ShareView {
  return { share_id: id, job_id, created_at: created_at.toISOString() };
}
