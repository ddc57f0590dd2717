/** For the cloud page alone, and so not documented: how busy the server is, and one stream of events for all its jobs. */
import { type CloudView, MOST_WATCHED } from '@bakkum/api-contract/cloud';
import type { JobChanges } from '@bakkum/conversions/changes';
import { findJob } from '@bakkum/conversions/jobs';
import { conversionReport } from '@bakkum/conversions/report';
import { presentWorkers } from '@bakkum/conversions/workers';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { ApiApp } from '../../api-routes.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Callers } from './callers.ts';
import { createApiRoutes } from './documented.ts';
import { foundJob, showingFor } from './job-routes.ts';
import { schemaOf } from './ordering.ts';
import { ApiProblem } from './problem.ts';
import { oneJobView } from './views.ts';

/** Something is said so often, so that nothing on the way takes the stream for dead. */
const BEAT_MS = 20_000;
const RETRY_MS = 1000;

const watched = z.array(z.uuid()).min(1).max(MOST_WATCHED);

export function cloudRoutes(services: Services, callers: Callers, changes: JobChanges): ApiApp {
  const routes = createApiRoutes();
  const { conversions, database, settings } = services;
  routes.get('/api/v1/cloud', async (context) => {
    await callers.count(context);
    const [report, present] = await Promise.all([conversionReport(database, conversions.now()), presentWorkers(conversions)]);
    const { queued, processing, oldestQueuedS, storedBytes } = report;
    const { workers, atOnce } = present;
    const view: CloudView = {
      queued,
      processing,
      oldest_wait_s: oldestQueuedS,
      workers,
      at_once: atOnce,
      stored: storedBytes,
      store: settings.s3 ? 'bucket' : 'folder',
      backup: conversions.backup !== undefined,
    };
    return context.json(view, 200);
  });
  // As the page draws a form of them; programs are given the same as a JSON Schema.
  routes.get('/api/v1/cloud/options/:from/:to', async (context) => {
    await callers.count(context);
    const { from, to } = context.req.param();
    const schema = schemaOf(await services.converter(), from, to);
    if (!schema) throw new ApiProblem('NOT_FOUND');
    return context.json({ options: schema }, 200);
  });
  routes.get('/api/v1/cloud/events', async (context) => {
    const { owner } = await callers.require(context, 'read', 'convert:read');
    const ids = watchedIds(context);
    for (const id of ids) foundJob(await findJob(database, owner, id));
    return tellJobs(services, context, changes, { owner, ids });
  });
  return routes;
}

function watchedIds(context: ApiContext): readonly string[] {
  const parsed = watched.safeParse((context.req.query('jobs') ?? '').split(','));
  if (!parsed.success) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'jobs', problem: 'invalid' }] });
  return [...new Set(parsed.data)];
}

type Watching = { readonly owner: string; readonly ids: readonly string[] };

/** Each `job` carries a whole job. The stream ends with the last of them. */
function tellJobs(
  { conversions, database, settings }: Services,
  context: ApiContext,
  changes: JobChanges,
  { owner, ids }: Watching,
): Response {
  const showing = showingFor(context, { settings });
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (stream) => {
    const done = Promise.withResolvers<void>();
    stream.onAbort(done.resolve);
    const open = new Set(ids);
    const tell = async (id: string): Promise<void> => {
      const row = await findJob(database, owner, id);
      if (row) {
        const data = JSON.stringify(await oneJobView(conversions, row, showing));
        await stream.writeSSE({ event: 'job', data, retry: RETRY_MS });
      } else await stream.writeSSE({ event: 'gone', data: id, retry: RETRY_MS });
      if (!row || row.ended_at) open.delete(id);
      if (open.size === 0) done.resolve();
    };
    // One after the other, so that what comes last is the last that is told.
    let last = Promise.resolve();
    const stops = ids.map((id) =>
      changes.subscribe(id, () => {
        last = last.then(() => tell(id)).catch(done.reject);
      }),
    );
    const beat = setInterval(() => void stream.write(': beat\n\n'), BEAT_MS);
    try {
      await done.promise;
      await last;
    } finally {
      clearInterval(beat);
      for (const stop of stops) stop();
    }
  });
}
