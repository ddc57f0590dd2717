import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import { findJob } from '@bakkum/conversion-jobs/jobs';
import { streamSSE } from 'hono/streaming';
import type { Services } from '../../services.ts';
import type { ApiContext, Principal } from './authentication.ts';
import { showingFor } from './job-routes.ts';
import { holdFor } from './long-poll.ts';
import { oneJobView } from './views.ts';

/** Interval of comments that keep proxies from closing the stream, in milliseconds. */
const KEEP_ALIVE_MS = 20_000;
const RETRY_MS = 1000;

type Watching = { readonly changes: JobChanges; readonly principal: Principal; readonly ids: readonly string[] };

/**
 * Streams server-sent events: `job` carries a complete job, `gone` the id of a job that does not exist or was deleted.
 * The stream ends with the last job.
 * @throws Overloaded if the client has too many streams
 */
export function streamJobs(services: Services, context: ApiContext, { changes, principal, ids }: Watching): Response {
  const { conversions, database } = services;
  const { owner } = principal;
  const release = holdFor(services, context, principal);
  const showing = showingFor(context, services);
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (stream) => {
    const done = Promise.withResolvers<void>();
    stream.onAbort(done.resolve);
    const open = new Set(ids);
    const end = (id: string): void => {
      open.delete(id);
      if (open.size === 0) done.resolve();
    };
    const tell = async (id: string): Promise<void> => {
      // A change that arrived while the last one was read has been told with it.
      if (!open.has(id)) return;
      const row = await findJob(database, owner, id);
      if (row) {
        const data = JSON.stringify(await oneJobView(conversions, row, showing));
        await stream.writeSSE({ event: 'job', id: String(row.revision), data, retry: RETRY_MS });
      } else await stream.writeSSE({ event: 'gone', data: id, retry: RETRY_MS });
      if (!row || row.ended_at) end(id);
    };
    // Events are sent one after another, so that the last one reflects the latest state.
    let last = Promise.resolve();
    const follow = (id: string) =>
      changes.subscribe(id, () => {
        last = last.then(() => tell(id)).catch(done.reject);
      });
    let stops: readonly (() => void)[] = [];
    const keepAlive = setInterval(() => void stream.write(': beat\n\n'), KEEP_ALIVE_MS);
    try {
      // Missing jobs get no change events, so they are reported first.
      for (const id of ids) if (!(await findJob(database, owner, id))) await tell(id);
      stops = [...open].map(follow);
      await done.promise;
      await last;
    } finally {
      clearInterval(keepAlive);
      for (const stop of stops) stop();
      release();
    }
  });
}
