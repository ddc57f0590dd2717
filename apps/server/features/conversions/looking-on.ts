import type { JobChanges } from '@bakkum/conversions/changes';
import { findJob } from '@bakkum/conversions/jobs';
import { createRoute } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { ApiApp } from '../../api-routes.ts';
import type { Services } from '../../services.ts';
import type { Callers } from './callers.ts';
import { createApiRoutes, DOCUMENTED } from './documented.ts';
import { foundJob, showingFor } from './job-routes.ts';
import { oneJobView } from './views.ts';

const events = createRoute({
  method: 'get',
  path: '/api/v1/jobs/{id}/events',
  operationId: 'watchJob',
  summary: 'What becomes of a job, as it happens',
  description: 'Server-sent events: each `job` carries the whole job. The stream ends with the job.',
  tags: ['Jobs'],
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } }, ...DOCUMENTED },
});

/** Something is said so often, so that nothing on the way takes the stream for dead. */
const BEAT_MS = 20_000;
const RETRY_MS = 1000;

export function eventRoutes(services: Services, callers: Callers, changes: JobChanges): ApiApp {
  const routes = createApiRoutes();
  const { conversions, database } = services;
  routes.openapi(events, async (context) => {
    const { owner } = await callers.require(context, 'read', 'convert:read');
    const { id } = context.req.valid('param');
    foundJob(await findJob(database, owner, id));
    const showing = showingFor(context, services);
    context.header('X-Accel-Buffering', 'no');
    return streamSSE(context, async (stream) => {
      const done = Promise.withResolvers<void>();
      stream.onAbort(done.resolve);
      const tell = async (): Promise<void> => {
        const row = await findJob(database, owner, id);
        if (!row) return done.resolve();
        const data = JSON.stringify(await oneJobView(conversions, row, showing));
        await stream.writeSSE({ event: 'job', id: String(row.revision), data, retry: RETRY_MS });
        if (row.ended_at) done.resolve();
      };
      // One after the other, so that what comes last is the last that is told.
      let last = Promise.resolve();
      const stop = changes.subscribe(id, () => {
        last = last.then(tell).catch(done.reject);
      });
      const beat = setInterval(() => void stream.write(': beat\n\n'), BEAT_MS);
      try {
        await done.promise;
        await last;
      } finally {
        clearInterval(beat);
        stop();
      }
    });
  });
  return routes;
}
