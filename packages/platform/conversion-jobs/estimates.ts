/** Estimated ends of unfinished jobs, from jobs that this server has completed. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { JobRow } from './rows.ts';
import type { Conversions } from './service.ts';
import { HEARD_OF_MS } from './workers.ts';

/** Duration that a server assumes before it has completed any job, in milliseconds. */
export const FIRST_DURATION_MS = 10_000;
/** Number of recent jobs of a pair, and of any pair, whose median is used. */
const RECENT_OF_PAIR = 20;
const RECENT_OF_ALL = 100;
/** Longest duration that counts, in milliseconds, so that a few very long jobs do not dominate the estimate. */
const MAX_COUNTED_MS = 600_000;
/** Progress in percent from which it predicts the end better than earlier jobs do. */
const MIN_PROGRESS = 10;
const MIN_REMAINING_MS = 1000;

type Parts = Pick<Conversions, 'database' | 'now'>;

/** Returns when each unfinished job is expected to end, by id. */
export async function expectedEnds(parts: Parts, jobs: readonly JobRow[]): Promise<ReadonlyMap<string, Date>> {
  const open = jobs.filter(({ ended_at: end }) => end === null);
  if (open.length === 0) return new Map();
  const load = await recentLoad(parts);
  const ends = open.map(async (job) => {
    const duration = (await load.durationOf(job)) ?? load.durationOfAll;
    const wait = job.started_at === null || job.state === 'queued' ? waitOf(load, job) : 0;
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
function waitOf({ queuedAt, meanDuration, atOnce }: Load, job: JobRow): number {
  const ahead = queuedAt.findIndex((at) => at >= job.queued_at.getTime());
  return ((ahead === -1 ? queuedAt.length : ahead) * meanDuration) / Math.max(1, atOnce);
}

/**
 * Milliseconds until a new job starts, from measured durations. Sources take turns ([decision 052](../../../docs/decisions/052-availability.md)), so
 * of each other source as many jobs are ahead as the new job's source has, and one more. Its own waiting jobs do not count: their number
 * has a limit. 0 while no worker is known, as nothing can be promised.
 */
export async function expectedWait(parts: Parts, source: string): Promise<number> {
  const { waiting, meanDuration, atOnce } = await recentLoad(parts);
  if (atOnce === 0) return 0;
  const turns = (waiting.get(source) ?? 0) + 1;
  let ahead = 0;
  for (const [other, jobs] of waiting) if (other !== source) ahead += Math.min(jobs, turns);
  return (ahead * meanDuration) / atOnce;
}

/** Jobs of the same kind take similarly long. */
type Kind = Pick<JobRow, 'source_format' | 'target_format' | 'operation'>;

/** What the estimates of all jobs depend on. */
type Load = {
  readonly durationOfAll: number;
  /** Mean time in milliseconds for which recent jobs of all kinds occupied a slot, also those that failed. */
  readonly meanDuration: number;
  readonly atOnce: number;
  /** Number of waiting jobs of each source. */
  readonly waiting: ReadonlyMap<string, number>;
  /** When the waiting jobs were queued, oldest first. */
  readonly queuedAt: readonly number[];
  durationOf(job: Kind): Promise<number | undefined>;
};

/** How long a load is used for further estimates, in milliseconds. A server shows many jobs in this time. Twice as long while it is read. */
const LOAD_MS = 2000;
/** Waiting jobs that are read. With more, estimates are too short. */
const MAX_QUEUED = 20_000;

type KnownLoad = { readonly at: number; readonly load: Promise<Load> };

const loads = new WeakMap<Parts['database'], KnownLoad>();

/** A load that is a little older is used once more, while it is read again, so that no request waits for it on a busy server. */
function recentLoad(parts: Parts): Promise<Load> {
  const now = parts.now().getTime();
  const known = loads.get(parts.database);
  const age = known && now >= known.at ? now - known.at : Number.POSITIVE_INFINITY;
  if (known && age < LOAD_MS) return known.load;
  const load = readLoad(parts);
  loads.set(parts.database, { at: now, load });
  load.catch(() => loads.delete(parts.database));
  return known && age < 2 * LOAD_MS ? known.load : load;
}

const loadRow = z.object({
  median: z.number().nullable(),
  mean: z.number().nullable(),
  at_once: z.number(),
  waiting: z.record(z.string(), z.number()),
  queued_at: z.array(z.coerce.number()),
});

/** The mean leaves out jobs that were claimed more than once: the time between start and end includes what they waited in between. */
const LOAD = `select percentile_cont(0.5) within group (order by ms) filter (where state <> 'error') as median,
    avg(least(ms, ${MAX_COUNTED_MS})) filter (where fence = 1) as mean,
    (select coalesce(sum(at_once), 0)::int from conversions.workers where seen_at >= $1) as at_once,
    (select coalesce(jsonb_object_agg(source, jobs), '{}') from (
       select coalesce(place, network, owner) as source, count(*) as jobs from conversions.jobs where state = 'queued' group by 1) sources) as waiting,
    (select coalesce(array_agg(extract(epoch from queued_at)::float8 * 1000 order by queued_at), '{}') from (
       select queued_at from conversions.jobs where state = 'queued' order by queued_at limit ${MAX_QUEUED}) queued) as queued_at
  from (select state, fence, extract(epoch from ended_at - started_at)::float8 * 1000 as ms from conversions.jobs
    where state in ('completed', 'expired', 'error') and started_at is not null
    order by ended_at desc limit ${RECENT_OF_ALL}) lately`;

async function readLoad({ database, now }: Parts): Promise<Load> {
  const [row] = await database.query(LOAD, [new Date(now().getTime() - HEARD_OF_MS)]);
  const { median: ofAll, mean, at_once: atOnce, waiting, queued_at: queuedAt } = loadRow.parse(row);
  const durations = new Map<string, Promise<number | undefined>>();
  return {
    durationOfAll: ofAll ?? FIRST_DURATION_MS,
    meanDuration: mean ?? FIRST_DURATION_MS,
    atOnce,
    waiting: new Map(Object.entries(waiting)),
    queuedAt,
    durationOf(kind) {
      const name = `${kind.operation ?? ''} ${kind.source_format} ${kind.target_format}`;
      const known = durations.get(name) ?? durationOfKind(database, kind);
      durations.set(name, known);
      return known;
    },
  };
}

const median = z.object({ milliseconds: z.number().nullable() });
const MEDIAN = 'percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at) * 1000) as milliseconds';

/** Median duration of the recent jobs of the same kind, in milliseconds; undefined without any. */
async function durationOfKind(
  sql: Sql,
  { source_format: from, target_format: to, operation }: Kind,
): Promise<number | undefined> {
  const [row] = await sql.query(
    `select ${MEDIAN} from (select started_at, ended_at from conversions.jobs
       where source_format = $1 and target_format = $2 and operation is not distinct from $3 and state in ('completed', 'expired')
         and started_at is not null
       order by ended_at desc limit ${RECENT_OF_PAIR}) lately`,
    [from, to, operation],
  );
  return median.parse(row).milliseconds ?? undefined;
}
