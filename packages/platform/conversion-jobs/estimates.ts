/** Estimated ends of unfinished jobs, from jobs that this server has completed. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { JobRow } from './rows.ts';
import type { Conversions } from './service.ts';
import { liveWorkers } from './workers.ts';

/** Duration that a server assumes before it has completed any job, in milliseconds. */
export const FIRST_DURATION_MS = 10_000;
/** Number of recent jobs of a pair, and of any pair, whose median is used. */
const RECENT_OF_PAIR = 20;
const RECENT_OF_ALL = 100;
/** Progress in percent from which it predicts the end better than earlier jobs do. */
const MIN_PROGRESS = 10;
const MIN_REMAINING_MS = 1000;

type Parts = Pick<Conversions, 'database' | 'now'>;

/** Returns when each unfinished job is expected to end, by id. */
export async function expectedEnds(parts: Parts, jobs: readonly JobRow[]): Promise<ReadonlyMap<string, Date>> {
  const open = jobs.filter(({ ended_at: end }) => end === null);
  if (open.length === 0) return new Map();
  const { database } = parts;
  const [ofAll, { atOnce }] = await Promise.all([durationOfAll(database), liveWorkers(parts)]);
  const durations = new Map<string, Promise<number | undefined>>();
  const durationOf = (from: string, to: string): Promise<number | undefined> => {
    const known = durations.get(`${from} ${to}`) ?? durationOfPair(database, from, to);
    durations.set(`${from} ${to}`, known);
    return known;
  };
  const ends = open.map(async (job) => {
    const duration = (await durationOf(job.source_format, job.target_format)) ?? ofAll;
    const wait = job.started_at === null || job.state === 'queued' ? await waitOf(database, job, ofAll / Math.max(1, atOnce)) : 0;
    return [job.id, expectedEnd(job, duration, wait, parts.now())] as const;
  });
  return new Map(await Promise.all(ends));
}

function expectedEnd(job: JobRow, duration: number, wait: number, now: Date): Date {
  const since = (moment: Date): number => Math.max(0, now.getTime() - moment.getTime());
  const after = (milliseconds: number): Date => new Date(now.getTime() + Math.max(MIN_REMAINING_MS, milliseconds));
  if (job.state === 'queued' || job.started_at === null) return after(wait + duration);
  const elapsed = since(job.started_at);
  const progress = job.progress ?? 0;
  if (progress >= MIN_PROGRESS) return after((elapsed * (100 - progress)) / progress);
  // A job that takes longer than usual is expected to take half its time again.
  return after(elapsed < duration ? duration - elapsed : elapsed / 2);
}

/** Milliseconds until the jobs ahead of this one have started. */
async function waitOf(sql: Sql, job: JobRow, perJob: number): Promise<number> {
  const [row] = await sql.query(
    `select count(*)::int as ahead from conversions.jobs where state = 'queued' and (queued_at, id) < ($1, $2)`,
    [job.queued_at, job.id],
  );
  return z.object({ ahead: z.number() }).parse(row).ahead * perJob;
}

const median = z.object({ milliseconds: z.number().nullable() });
const MEDIAN = 'percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at) * 1000) as milliseconds';

/** Median duration of the recent jobs of a pair, in milliseconds; undefined without any. */
export async function durationOfPair(sql: Sql, from: string, to: string): Promise<number | undefined> {
  const [row] = await sql.query(
    `select ${MEDIAN} from (select started_at, ended_at from conversions.jobs
       where source_format = $1 and target_format = $2 and state in ('completed', 'expired') and started_at is not null
       order by ended_at desc limit ${RECENT_OF_PAIR}) lately`,
    [from, to],
  );
  return median.parse(row).milliseconds ?? undefined;
}

async function durationOfAll(sql: Sql): Promise<number> {
  const [row] = await sql.query(
    `select ${MEDIAN} from (select started_at, ended_at from conversions.jobs
       where state in ('completed', 'expired') and started_at is not null order by ended_at desc limit ${RECENT_OF_ALL}) lately`,
  );
  return median.parse(row).milliseconds ?? FIRST_DURATION_MS;
}
