/** Registry of conversion workers: each process reports regularly that it is alive. */
import { z } from 'zod';
import type { Conversions } from './service.ts';

/** Interval of a worker's report. */
export const WORKER_REPORT_INTERVAL_MS = 10_000;
/** A worker without a report for this long counts as gone. */
export const HEARD_OF_MS = 2.5 * WORKER_REPORT_INTERVAL_MS;

export type Workers = {
  /** Number of processes. */
  readonly workers: number;
  /** Number of files they convert in parallel. */
  readonly atOnce: number;
};

type Database = Pick<Conversions, 'database' | 'now'>;

/**
 * @param worker `atOnce`: files it converts in parallel
 */
export async function registerWorker(
  { database, now }: Database,
  worker: { readonly id: string; readonly atOnce: number },
): Promise<void> {
  // Repeated soon, so there is no need to wait for the disk.
  await database.run(
    `with gone as (delete from conversions.workers where seen_at < $4)
     insert into conversions.workers (id, at_once, seen_at) values ($1, $2, $3)
     on conflict (id) do update set at_once = excluded.at_once, seen_at = excluded.seen_at`,
    [worker.id, worker.atOnce, now(), new Date(now().getTime() - 10 * HEARD_OF_MS)],
    { safely: false },
  );
}

/** Removes the worker from the registry. */
export async function unregisterWorker({ database }: Database, id: string): Promise<void> {
  await database.query('delete from conversions.workers where id = $1', [id]);
}

const row = z.object({ workers: z.number(), at_once: z.number() });

export async function liveWorkers({ database, now }: Database): Promise<Workers> {
  const [found] = await database.query(
    `select count(*)::int as workers, coalesce(sum(at_once), 0)::int as at_once from conversions.workers where seen_at >= $1`,
    [new Date(now().getTime() - HEARD_OF_MS)],
  );
  const { workers, at_once: atOnce } = row.parse(found);
  return { workers, atOnce };
}
