import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import { findJob } from '@bakkum/conversion-jobs/jobs';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import type { ApiApp } from '../../http/api-routes.ts';
import type { Services } from '../../services.ts';
import type { Authentication } from './authentication.ts';
import { createApiRoutes, DOCUMENTED } from './documented.ts';
import { foundJob } from './job-routes.ts';
import { streamJobs } from './job-stream.ts';

const events = createRoute({
  method: 'get',
  path: '/api/v1/jobs/{id}/events',
  operationId: 'watchJob',
  summary: 'Stream the progress of a job',
  description:
    'Server-sent events. Each `job` event contains the whole job. The stream ends when the job does, or with a `gone` event if the job is deleted.',
  tags: ['Jobs'],
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } }, ...DOCUMENTED },
});

export function eventRoutes(services: Services, authentication: Authentication, changes: JobChanges): ApiApp {
  const routes = createApiRoutes(authentication);
  routes.openapi(events, async (context) => {
    const principal = await authentication.require(context, 'read', 'convert:read');
    const { id } = context.req.valid('param');
    foundJob(await findJob(services.database, principal.owner, id));
    return streamJobs(services, context, { changes, principal, ids: [id] });
  });
  return routes;
}
