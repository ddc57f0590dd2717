/** Undocumented routes of the cloud page: server load, and one event stream for all its jobs. */
import type { CloudView } from '@bakkum/api-contract/conversions/cloud';
import { MAX_WATCHED } from '@bakkum/api-contract/conversions/cloud-limits';
import { uptimeOf } from '@bakkum/api-contract/status';
import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import { conversionReport, recentWork } from '@bakkum/conversion-jobs/report';
import { liveWorkers } from '@bakkum/conversion-jobs/workers';
import { readDays } from '@bakkum/status/records';
import { z } from 'zod';
import type { ApiApp } from '../../http/api-routes.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Authentication } from './authentication.ts';
import { schemaOf } from './create-job.ts';
import { createApiRoutes } from './documented.ts';
import { streamJobs } from './job-stream.ts';
import { ApiProblem } from './problem.ts';

const watched = z.array(z.uuid()).min(1).max(MAX_WATCHED);

export function cloudRoutes(services: Services, authentication: Authentication, changes: JobChanges): ApiApp {
  const routes = createApiRoutes();
  const { conversions, database, settings } = services;
  routes.get('/api/v1/cloud', async (context) => {
    await authentication.count(context);
    const now = conversions.now();
    const [report, present, work, days] = await Promise.all([
      conversionReport(database, now),
      liveWorkers(conversions),
      recentWork(database, now),
      readDays(database, 'conversion', now),
    ]);
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
      uptime: uptimeOf(days) ?? null,
      uptime_days: days.length,
      completed: work.completed,
      average_ms: work.averageMs ?? null,
      backup: conversions.backup !== undefined,
    };
    return context.json(view, 200);
  });
  // Options for the page's form. The public API returns the same as a JSON Schema.
  routes.get('/api/v1/cloud/options/:from/:to', async (context) => {
    await authentication.count(context);
    const { from, to } = context.req.param();
    const schema = schemaOf(await services.converter(), from, to);
    if (!schema) throw new ApiProblem('NOT_FOUND');
    return context.json({ options: schema }, 200);
  });
  routes.get('/api/v1/cloud/events', async (context) => {
    const principal = await authentication.require(context, 'read', 'convert:read');
    return streamJobs(services, context, { changes, principal, ids: watchedIds(context) });
  });
  return routes;
}

function watchedIds(context: ApiContext): readonly string[] {
  const parsed = watched.safeParse((context.req.query('jobs') ?? '').split(','));
  if (!parsed.success) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'jobs', problem: 'invalid' }] });
  return [...new Set(parsed.data)];
}
