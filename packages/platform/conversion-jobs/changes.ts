/** Notifies subscribers when a job changes, whichever process works on it. */
import { z } from 'zod';
import type { Conversions } from './service.ts';

/** One query per interval serves all subscribers of this process. */
const LOOK_EVERY_MS = 300;

export type JobChanges = {
  /** Calls the listener with the current revision at once and after every change. Returns a function that unsubscribes. */
  subscribe(jobId: string, listener: (revision: number) => void): () => void;
};

type Subscriber = { readonly jobId: string; readonly listener: (revision: number) => void; told: number };

const revisions = z.array(z.object({ id: z.string(), revision: z.number() }));

export function watchJobs(parts: Pick<Conversions, 'database' | 'onProblem'>): JobChanges {
  const subscribers = new Set<Subscriber>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const ids = [...new Set([...subscribers].map(({ jobId }) => jobId))];
      const rows = revisions.parse(
        await parts.database.query('select id, revision from conversions.jobs where id = any($1)', [ids]),
      );
      const now = new Map(rows.map(({ id, revision }) => [id, revision]));
      for (const subscriber of subscribers) tell(subscriber, now.get(subscriber.jobId));
    } catch (error) {
      parts.onProblem({ event: 'conversion-changes', detail: error instanceof Error ? error.message : 'unknown' });
    } finally {
      looking = false;
    }
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    subscribe(jobId, listener) {
      const subscriber = { jobId, listener, told: -1 };
      subscribers.add(subscriber);
      timer ??= setInterval(() => void look(), LOOK_EVERY_MS);
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size === 0) stop();
      };
    },
  };
}

function tell(subscriber: Subscriber, revision: number | undefined): void {
  if (revision === undefined || revision === subscriber.told) return;
  subscriber.told = revision;
  subscriber.listener(revision);
}
