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
  /** Number of further processes that do nothing because their clock is wrong. */
  readonly wrongClocks: number;
};

type Database = Pick<Conversions, 'database' | 'now'>;

export type WorkerReport = {
  readonly id: string;
  /** Files it converts in parallel. */
  readonly atOnce: number;
  /** Milliseconds by which its clock is ahead of the database, if that is too much to work. */
  readonly skewMs?: number;
};

/** Counts a worker as present; one whose clock is wrong offers no slots. */
export async function registerWorker({ database, now }: Database, { id, atOnce, skewMs = 0 }: WorkerReport): Promise<void> {
  // Repeated soon, so there is no need to wait for the disk.
  await database.run(
    `with gone as (delete from conversions.workers where seen_at < $4)
     insert into conversions.workers (id, at_once, seen_at, skew_ms) values ($1, $2, $3, $5)
     on conflict (id) do update set at_once = excluded.at_once, seen_at = excluded.seen_at, skew_ms = excluded.skew_ms`,
    [id, skewMs === 0 ? atOnce : 0, now(), new Date(now().getTime() - 10 * HEARD_OF_MS), clampedInt(skewMs)],
    { safely: false },
  );
}

const MAX_INT = 2 ** 31 - 1;

function clampedInt(value: number): number {
  return Math.max(-MAX_INT, Math.min(MAX_INT, Math.round(value)));
}

/** Removes the worker from the registry. */
export async function unregisterWorker({ database }: Database, id: string): Promise<void> {
  await database.query('delete from conversions.workers where id = $1', [id]);
}

const row = z.object({ workers: z.number(), at_once: z.number(), wrong_clocks: z.number() });

export async function liveWorkers({ database, now }: Database): Promise<Workers> {
  const [found] = await database.query(
    `select count(*) filter (where skew_ms = 0)::int as workers, coalesce(sum(at_once), 0)::int as at_once,
       count(*) filter (where skew_ms <> 0)::int as wrong_clocks
     from conversions.workers where seen_at >= $1`,
    [new Date(now().getTime() - HEARD_OF_MS)],
  );
  const { workers, at_once: atOnce, wrong_clocks: wrongClocks } = row.parse(found);
  return { workers, atOnce, wrongClocks };
}
