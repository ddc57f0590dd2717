import { randomUUID } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { type JobWithMetadata, PgBoss, type Queue } from 'pg-boss';
import { z } from 'zod';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { type DispatchTimes, startDispatcher } from './dispatcher.ts';

/** Schema of the tables, which the library makes and changes by itself. */
export const JOBS_SCHEMA = 'jobs';

/** The dispatcher wakes workers; this is only as long as the library may wait between two looks of its own. */
const UNWOKEN_S = 24 * 3600;
/** How often the library reads its rules of kinds again, and looks for left-over work of its own migrations. */
const HOUSEKEEPING_S = 3600;
/** A job whose worker does not say for so long that it is at it is given to another. The least the library takes. */
const HEARTBEAT_S = 10;
const KEPT_S = 7 * 24 * 3600;

/** A kind of long work: its name, and what a job of it carries. Never anything that identifies a person but an id. */
export type JobKind<Data> = {
  /** Lower-case letters and hyphens. */
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** Tries after the first one; each waits longer than the one before. Default 3. */
  readonly retries?: number;
  /** Before the first of them, in seconds. Default 5. */
  readonly retryDelayS?: number;
  /** After this a try counts as failed. Default 900. */
  readonly timeLimitS?: number;
  /** At most one waits under a key: who sends another meanwhile means the same. */
  readonly once?: boolean;
};

type KindRules = Omit<JobKind<unknown>, 'data'>;

export type JobRun<Data> = {
  readonly id: string;
  readonly data: Data;
  /** 0 the first time. */
  readonly retry: number;
  /** Aborted when a process that stops waits no longer, the time limit is over, or another worker was given the job. */
  readonly signal: AbortSignal;
  /** Aborted as soon as the process is told to stop: who takes one thing after another takes no more, and ends what it is at. */
  readonly leaving: AbortSignal;
};

export type SendOptions = {
  /** The transaction that is the reason for the job: it is there if that is kept. */
  readonly sql?: Sql;
  readonly startAfter?: Date;
  /** With kinds of `once`. */
  readonly key?: string;
};

export type Schedule = {
  readonly kind: JobKind<object>;
  /** A cron expression, in UTC. */
  readonly cron: string;
};

/** How many jobs of a kind are in which state. */
export type JobCounts = { readonly kind: string; readonly waiting: number; readonly running: number; readonly failed: number };

export type Jobs = {
  /** Answers the job's id; `null` when one of its key waits already. */
  send<Data extends object>(kind: JobKind<Data>, data: Data, options?: SendOptions): Promise<string | null>;
  /** Does jobs of a kind in this process, `atOnce` at a time. One that throws is tried again. */
  work<Data extends object>(kind: JobKind<Data>, run: (job: JobRun<Data>) => Promise<void>, atOnce?: number): Promise<void>;
  /** Has jobs sent on these schedules and no others, by whichever worker is there. */
  schedule(schedules: readonly Schedule[]): Promise<void>;
  /** Has as many idle workers of this process look for jobs of a kind at once, before the database announces them. */
  wake(kind: KindRules, count?: number): void;
  counts(): Promise<readonly JobCounts[]>;
  /** Puts the failed jobs of a kind back; answers how many. */
  retryFailed(kind: string): Promise<number>;
  /** Takes no more work, waits for what runs, tells the rest to stop, and waits until it did: it may have something to put back. */
  stop(graceMs?: number): Promise<void>;
};

export type JobsParts = {
  readonly database: Database;
  /** What is sent from within transactions; made ready beforehand, as there only the transaction's own statements may run. */
  readonly kinds?: readonly KindRules[];
  /** Whether this process does work: looks after jobs of dead workers, and sends what is scheduled. */
  readonly works: boolean;
  readonly onProblem: (problem: { readonly event: string; readonly error: string }) => void;
  /** For tests. */
  readonly times?: Partial<DispatchTimes>;
};

const GRACE_MS = 20_000;
/** What was told to stop may take so long to put back what it was at. */
const PUTTING_BACK_MS = 10_000;

/** Long work in the same database as everything else, so that a job and its reason are kept or lost together. */
export async function startJobs({ database, kinds = [], works, onProblem, times = {} }: JobsParts): Promise<Jobs> {
  const boss = new PgBoss({
    // What becomes of a job need not be on disk at once: it would be done again, and that is harmless. That there is one must.
    db: { executeSql: async (text, values) => ({ rows: [...(await database.run(text, values, { safely: false }))] }) },
    schema: JOBS_SCHEMA,
    backend: database.kind === 'in-process' ? 'pglite' : 'postgres',
    // The dispatcher has it supervise, when there is a reason.
    supervise: false,
    monitorIntervalSeconds: 1,
    schedule: works,
    cronWorkerIntervalSeconds: 45,
    queueCacheIntervalSeconds: HOUSEKEEPING_S,
    bamIntervalSeconds: HOUSEKEEPING_S,
    reindex: false,
  });
  boss.on('error', (error) => onProblem({ event: 'jobs', error: error.message }));
  await boss.start();
  const known = new Map<string, Promise<void>>();
  const ready = (kind: KindRules): Promise<void> => {
    const made = known.get(kind.name) ?? declare(boss, kind);
    known.set(kind.name, made);
    return made;
  };
  for (const kind of kinds) await ready(kind);
  const running: Running = { jobs: new Set(), leaving: new AbortController() };
  const workers: Workers = new Map();
  const announcer = createAnnouncer(database, onProblem);
  const dispatcher = works
    ? await startDispatcher({
        database,
        schema: JOBS_SCHEMA,
        kinds: () => [...workers.keys(), SCHEDULED],
        wake: (kind) => (kind === SCHEDULED ? wakeScheduler(boss) : wakeWorkers(boss, workers.get(kind) ?? [], 1)),
        supervise: () => boss.supervise(),
        onProblem,
        times,
      })
    : undefined;
  const stop = async (graceMs = GRACE_MS): Promise<void> => {
    running.leaving.abort();
    await dispatcher?.stop();
    await stopWorking(boss, running, graceMs);
    await announcer.settled();
  };
  return {
    ...sending({ boss, ready, database, announcer }),
    ...working({ boss, ready, running, workers, onProblem }),
    ...watching(boss),
    stop,
  };
}

/** The library's own kind, whose jobs send the scheduled ones. */
const SCHEDULED = '__pgboss__send-it';

function wakeScheduler(boss: PgBoss): void {
  for (const { id, name } of boss.getWipData({ includeInternal: true })) if (name === SCHEDULED) boss.notifyWorker(id);
}

/** Wakes idle workers of a kind, each call others: one that was woken looks for a moment before it is busy. */
function wakeWorkers(boss: PgBoss, team: Worker[], count: number): void {
  for (const worker of team.filter(({ busy }) => !busy).slice(0, count)) {
    boss.notifyWorker(worker.id);
    team.splice(team.indexOf(worker), 1);
    team.push(worker);
  }
}

type Ready = (kind: KindRules) => Promise<void>;
/** Jobs this process is at, and how they are told that it stops. */
type Running = { readonly jobs: Set<Promise<void>>; readonly leaving: AbortController };

async function declare(boss: PgBoss, { name, retries = 3, retryDelayS = 5, timeLimitS = 900, once }: KindRules): Promise<void> {
  const options: Omit<Queue, 'name' | 'policy'> = {
    retryLimit: retries,
    retryDelay: retryDelayS,
    retryBackoff: true,
    expireInSeconds: timeLimitS,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: KEPT_S,
  };
  await boss.createQueue(name, { ...options, policy: once ? 'short' : 'standard' });
  await boss.updateQueue(name, options);
  // Reads the rules of the kind into the library's memory.
  await boss.findJobs(name, { id: randomUUID() });
}

type Sending = { readonly boss: PgBoss; readonly ready: Ready; readonly database: Database; readonly announcer: Announcer };

function sending({ boss, ready, database, announcer }: Sending): Pick<Jobs, 'send' | 'schedule'> {
  return {
    async send(kind, data, { sql, startAfter, key } = {}) {
      await ready(kind);
      const run = sql ? sql.query.bind(sql) : database.run.bind(database);
      const id = await boss.send(kind.name, kind.data.parse(data), {
        db: { executeSql: async (text, values) => ({ rows: [...(await run(text, values))] }) },
        ...(startAfter && { startAfter }),
        ...(key !== undefined && { singletonKey: key }),
      });
      // Outside a transaction it is committed already.
      if (sql?.afterCommit) sql.afterCommit(() => announcer.announce(kind.name));
      else announcer.announce(kind.name);
      return id;
    },
    async schedule(schedules) {
      for (const { kind, cron } of schedules) {
        await ready(kind);
        await boss.schedule(kind.name, cron, kind.data.parse({}), { tz: 'UTC' });
      }
      // Of an earlier version.
      const wanted = new Set(schedules.map(({ kind }) => kind.name));
      for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
    },
  };
}

type Workers = Map<string, Worker[]>;

type Working = {
  readonly boss: PgBoss;
  readonly ready: Ready;
  readonly running: Running;
  readonly workers: Workers;
  readonly onProblem: JobsParts['onProblem'];
};

function working({ boss, ready, running, workers, onProblem }: Working): Pick<Jobs, 'work' | 'wake'> {
  return {
    wake: ({ name }, count = 1) => wakeWorkers(boss, workers.get(name) ?? [], count),
    async work(kind, run, atOnce = 1) {
      await ready(kind);
      const options = { pollingIntervalSeconds: UNWOKEN_S, includeMetadata: true } as const;
      const team = workers.get(kind.name) ?? [];
      workers.set(kind.name, team);
      for (let place = 0; place < atOnce; place += 1) {
        const worker: Worker = { id: '', busy: false, leaving: running.leaving.signal };
        worker.id = await boss.work(kind.name, options, async ([job]) => {
          if (!job) return;
          // An announcement stands for any number of jobs: who found one wakes the next worker, and looks again when it is done.
          worker.busy = true;
          wakeWorkers(boss, team, 1);
          try {
            await during(running, runJob(worker, kind, run, job, onProblem));
          } finally {
            worker.busy = false;
            boss.notifyWorker(worker.id);
          }
        });
        team.push(worker);
      }
    },
  };
}

async function during({ jobs }: Running, job: Promise<void>): Promise<void> {
  jobs.add(job);
  try {
    await job;
  } finally {
    jobs.delete(job);
  }
}

/** One who does a job at a time. */
type Worker = { id: string; busy: boolean; readonly leaving: AbortSignal };

async function runJob<Data extends object>(
  worker: Worker,
  kind: JobKind<Data>,
  run: (job: JobRun<Data>) => Promise<void>,
  job: JobWithMetadata<unknown>,
  onProblem: JobsParts['onProblem'],
): Promise<void> {
  try {
    const { id, retryCount: retry, signal } = job;
    await run({ id, data: kind.data.parse(job.data), retry, signal, leaving: worker.leaving });
  } catch (error) {
    onProblem({ event: `job-${kind.name}`, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    throw error;
  }
}

const named = z.object({ id: z.string() });

function watching(boss: PgBoss): Pick<Jobs, 'counts' | 'retryFailed'> {
  return {
    async counts() {
      const queues = await boss.getQueues();
      const fresh = await Promise.all(queues.map(async ({ name }) => ({ name, stats: await countsOf(boss, name) })));
      return fresh.map(({ name, stats }) => ({ kind: name, ...stats }));
    },
    async retryFailed(kind) {
      const { rows } = await boss
        .getDb()
        .executeSql(`select id::text from ${JOBS_SCHEMA}.job where name = $1 and state = 'failed'`, [kind]);
      const ids = z
        .array(named)
        .parse(rows)
        .map(({ id }) => id);
      if (ids.length > 0) await boss.retry(kind, ids);
      return ids.length;
    },
  };
}

async function stopWorking(boss: PgBoss, running: Running, graceMs: number): Promise<void> {
  await boss.stop({ graceful: true, timeout: graceMs, close: false });
  // The library tells those to stop that are not done by now, and does not wait for them.
  await Promise.race([Promise.allSettled(running.jobs), passed(PUTTING_BACK_MS, undefined, { ref: false })]);
}

const counted = z.object({ waiting: z.coerce.number(), running: z.coerce.number(), failed: z.coerce.number() });

/** Counted, not remembered: the library's own figures are up to an hour old. */
async function countsOf(boss: PgBoss, kind: string): Promise<Omit<JobCounts, 'kind'>> {
  const { rows } = await boss.getDb().executeSql(
    `select count(*) filter (where state in ('created', 'retry')) as waiting, count(*) filter (where state = 'active') as running,
       count(*) filter (where state = 'failed') as failed
     from ${JOBS_SCHEMA}.job where name = $1`,
    [kind],
  );
  return counted.parse(rows[0]);
}
