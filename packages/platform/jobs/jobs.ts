import { randomUUID } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { type JobWithMetadata, PgBoss, type Queue } from 'pg-boss';
import { z } from 'zod';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { type DispatchTimes, startDispatcher } from './dispatcher.ts';

/** Schema of the tables, which pg-boss creates and migrates. */
export const JOBS_SCHEMA = 'jobs';

/** Longest time pg-boss may wait between two of its own polls, in seconds. The dispatcher wakes workers much earlier. */
const UNWOKEN_S = 24 * 3600;
/** Seconds after which pg-boss reloads its queue settings and looks for unfinished migrations. */
const HOUSEKEEPING_S = 3600;
/** Seconds without a heartbeat after which a job goes to another worker. The minimum pg-boss accepts. */
const HEARTBEAT_S = 10;
const RETENTION_SECONDS = 7 * 24 * 3600;

/** A kind of job: its name and the data it carries. The data never identifies a person except by an id. */
export type JobKind<Data> = {
  /** Lower-case letters and hyphens. */
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** Number of retries; the delay grows with each. Default 3. */
  readonly retries?: number;
  /** Seconds before the first retry. Default 5. */
  readonly retryDelayS?: number;
  /** Seconds after which an attempt counts as failed. Default 900. */
  readonly timeLimitS?: number;
  /** Lets at most one job wait per key: a second one sent meanwhile is dropped as a duplicate. */
  readonly once?: boolean;
};

type KindRules = Omit<JobKind<unknown>, 'data'>;

export type JobRun<Data> = {
  readonly id: string;
  readonly data: Data;
  /** Number of earlier attempts; 0 for the first one. */
  readonly retry: number;
  /** Aborted when the grace period of a stopping process or the time limit is over, or when another worker was given the job. */
  readonly signal: AbortSignal;
  /**
   * Aborted as soon as the process begins to stop: a handler that loops over items finishes the current one and takes no more.
   */
  readonly leaving: AbortSignal;
};

export type SendOptions = {
  /** The transaction that creates the job; the job exists only if it commits. */
  readonly sql?: Sql;
  readonly startAfter?: Date;
  /** Key of the job, for kinds with `once`. */
  readonly key?: string;
};

export type Schedule = {
  readonly kind: JobKind<object>;
  /** A cron expression, in UTC. */
  readonly cron: string;
};

/** Number of jobs of a kind in each state. */
export type JobCounts = { readonly kind: string; readonly waiting: number; readonly running: number; readonly failed: number };

export type Jobs = {
  /** Sends a job. Returns its id, or `null` when a job with the same key already waits. */
  send<Data extends object>(kind: JobKind<Data>, data: Data, options?: SendOptions): Promise<string | null>;
  /** Runs jobs of a kind in this process, at most `atOnce` at a time. A job whose handler throws is retried. */
  work<Data extends object>(kind: JobKind<Data>, run: (job: JobRun<Data>) => Promise<void>, atOnce?: number): Promise<void>;
  /** Replaces all schedules with these. Any running worker sends the scheduled jobs. */
  schedule(schedules: readonly Schedule[]): Promise<void>;
  /** Lets up to `count` idle workers of this process fetch jobs of a kind at once, before the database announces them. */
  wake(kind: KindRules, count?: number): void;
  counts(): Promise<readonly JobCounts[]>;
  /** Requeues the failed jobs of a kind and returns their number. */
  retryFailed(kind: string): Promise<number>;
  /** Stops other work of this process at the same time, with the same grace period. */
  onStop(stop: (graceMs: number) => Promise<void>): void;
  /**
   * Takes no more jobs, waits for running ones, aborts those left after the grace period, and waits until they have cleaned up.
   */
  stop(graceMs?: number): Promise<void>;
};

export type JobsParts = {
  readonly database: Database;
  /** Kinds sent from within transactions. They are prepared at startup, as a transaction may only run its own statements. */
  readonly kinds?: readonly KindRules[];
  /** Whether this process works on jobs: it also requeues the jobs of dead workers and sends scheduled ones. */
  readonly works: boolean;
  /** While it is closed, this process takes no jobs. Default: always open. */
  readonly gate?: Gate;
  readonly onProblem: (problem: { readonly event: string; readonly error: string }) => void;
  /** Overrides the intervals in tests. */
  readonly times?: Partial<DispatchTimes>;
};

/** Whether a process may take jobs. */
export type Gate = {
  isOpen(): boolean;
  /** Runs `work` each time the gate opens or closes. */
  onChange(work: () => void): void;
};

const ALWAYS_OPEN: Gate = { isOpen: () => true, onChange: () => undefined };

const GRACE_MS = 20_000;
/** Milliseconds that aborted jobs have for cleaning up. */
const PUTTING_BACK_MS = 10_000;

/** Keeps jobs in the application's database, so that a job and the data it belongs to commit together. */
export async function startJobs(parts: JobsParts): Promise<Jobs> {
  const { database, kinds = [], works, onProblem, gate = ALWAYS_OPEN, times = {} } = parts;
  const boss = new PgBoss({
    // Updates of a job need no synchronous commit: a lost one repeats the job, which is harmless. New jobs do need it.
    db: { executeSql: async (text, values) => ({ rows: [...(await database.run(text, values, { safely: false }))] }) },
    schema: JOBS_SCHEMA,
    backend: database.kind === 'in-process' ? 'pglite' : 'postgres',
    // The dispatcher calls `supervise` when there is a reason.
    supervise: false,
    monitorIntervalSeconds: 1,
    schedule: works,
    cronWorkerIntervalSeconds: 45,
    queueCacheIntervalSeconds: HOUSEKEEPING_S,
    bamIntervalSeconds: HOUSEKEEPING_S,
    reindex: false,
  });
  boss.on('error', (error) => onProblem({ event: 'jobs', error: error.message }));
  await startInTurn(boss, database);
  const known = new Map<string, Promise<void>>();
  const ready = (kind: KindRules): Promise<void> => {
    const made = known.get(kind.name) ?? declare(boss, kind);
    known.set(kind.name, made);
    return made;
  };
  for (const kind of kinds) await ready(kind);
  const running: Running = { jobs: new Set(), leaving: new AbortController() };
  const workers: Workers = new Map();
  const gated: Gated = { boss, gate };
  const announcer = createAnnouncer(database, onProblem);
  const dispatcher = works
    ? await startDispatcher({
        database,
        schema: JOBS_SCHEMA,
        kinds: () => [...workers.keys(), SCHEDULED],
        wake: (kind) => (kind === SCHEDULED ? wakeScheduler(boss) : wakeWorkers(gated, workers.get(kind) ?? [], 1)),
        supervise: () => boss.supervise(),
        onProblem,
        times,
      })
    : undefined;
  const others: ((graceMs: number) => Promise<void>)[] = [];
  const stopOwn = async (graceMs: number): Promise<void> => {
    running.leaving.abort();
    await dispatcher?.stop();
    await stopWorking(boss, running, graceMs);
    await announcer.settled();
  };
  return {
    ...sending({ boss, ready, database, announcer }),
    ...working({ ...gated, ready, running, workers, onProblem }),
    ...watching(boss),
    onStop: (other) => void others.push(other),
    stop: async (graceMs = GRACE_MS) => void (await Promise.all([stopOwn(graceMs), ...others.map((other) => other(graceMs))])),
  };
}

/** Key of an advisory lock; any number no other lock uses. */
const START_LOCK = 727_005;

/**
 * Starts pg-boss while no other process does. Of two that find no tables, each creates them, and the second leaves its connection in a
 * failed transaction. The in-process database belongs to this process, and has only one connection.
 */
async function startInTurn(boss: PgBoss, database: Database): Promise<void> {
  if (database.kind === 'in-process') return void (await boss.start());
  await database.transaction(async (sql) => {
    // Changing the tables of an older version may take longer than a statement or a pause is usually allowed to.
    await sql.query("set local statement_timeout = '15min'; set local idle_in_transaction_session_timeout = '15min'");
    await sql.query(`select pg_advisory_xact_lock(${START_LOCK})`);
    await boss.start();
  });
}

/** The queue pg-boss uses to send scheduled jobs. */
const SCHEDULED = '__pgboss__send-it';

function wakeScheduler(boss: PgBoss): void {
  for (const { id, name } of boss.getWipData({ includeInternal: true })) if (name === SCHEDULED) boss.notifyWorker(id);
}

/** Wakes idle workers of a kind, different ones with each call: a woken worker fetches for a moment before it counts as busy. */
function wakeWorkers({ boss, gate }: Gated, team: Worker[], count: number): void {
  if (!gate.isOpen()) return;
  for (const worker of team.filter(({ busy }) => !busy).slice(0, count)) {
    boss.notifyWorker(worker.id);
    team.splice(team.indexOf(worker), 1);
    team.push(worker);
  }
}

type Ready = (kind: KindRules) => Promise<void>;
type Gated = { readonly boss: PgBoss; readonly gate: Gate };
/** Jobs running in this process, and the signal that tells them to stop. */
type Running = { readonly jobs: Set<Promise<void>>; readonly leaving: AbortController };

async function declare(boss: PgBoss, { name, retries = 3, retryDelayS = 5, timeLimitS = 900, once }: KindRules): Promise<void> {
  const options: Omit<Queue, 'name' | 'policy'> = {
    retryLimit: retries,
    retryDelay: retryDelayS,
    retryBackoff: true,
    expireInSeconds: timeLimitS,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: RETENTION_SECONDS,
  };
  await boss.createQueue(name, { ...options, policy: once ? 'short' : 'standard' });
  await boss.updateQueue(name, options);
  // Loads the settings of the queue into the memory of pg-boss.
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
      // Outside a transaction, the job is already committed.
      if (sql?.afterCommit) sql.afterCommit(() => announcer.announce(kind.name));
      else announcer.announce(kind.name);
      return id;
    },
    async schedule(schedules) {
      for (const { kind, cron } of schedules) {
        await ready(kind);
        await boss.schedule(kind.name, cron, kind.data.parse({}), { tz: 'UTC' });
      }
      // Removes schedules of earlier versions.
      const wanted = new Set(schedules.map(({ kind }) => kind.name));
      for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
    },
  };
}

type Workers = Map<string, Worker[]>;

type Working = Gated & {
  readonly ready: Ready;
  readonly running: Running;
  readonly workers: Workers;
  readonly onProblem: JobsParts['onProblem'];
};

function working(parts: Working): Pick<Jobs, 'work' | 'wake'> {
  const { ready, running, workers, onProblem, gate } = parts;
  const { signal: leaving } = running.leaving;
  gate.onChange(() => {
    if (!leaving.aborted) for (const team of workers.values()) wakeWorkers(parts, team, team.length);
  });
  return {
    wake: ({ name }, count = 1) => wakeWorkers(parts, workers.get(name) ?? [], count),
    async work(kind, run, atOnce = 1) {
      await ready(kind);
      const team = workers.get(kind.name) ?? [];
      workers.set(kind.name, team);
      const begin = async (): Promise<void> => {
        for (let place = 0; place < atOnce; place += 1) await addWorker(parts, { kind, run, team });
      };
      if (gate.isOpen()) return begin();
      // A new worker fetches at once, so it starts when the gate opens.
      let hasBegun = false;
      gate.onChange(() => {
        if (hasBegun || leaving.aborted || !gate.isOpen()) return;
        hasBegun = true;
        begin().catch((error: Error) => onProblem({ event: `job-${kind.name}`, error: error.message }));
      });
    },
  };
}

type Team<Data> = {
  readonly kind: JobKind<Data>;
  readonly run: (job: JobRun<Data>) => Promise<void>;
  readonly team: Worker[];
};

async function addWorker<Data extends object>(parts: Working, { kind, run, team }: Team<Data>): Promise<void> {
  const { boss, gate, running, onProblem } = parts;
  const options = { pollingIntervalSeconds: UNWOKEN_S, includeMetadata: true } as const;
  const worker: Worker = { id: '', busy: false, leaving: running.leaving.signal };
  worker.id = await boss.work(kind.name, options, async ([job]) => {
    if (!job) return;
    // One announcement covers any number of jobs: a worker that found one wakes the next, and fetches again when it is done.
    worker.busy = true;
    wakeWorkers(parts, team, 1);
    try {
      await during(running, runJob(worker, kind, run, job, onProblem));
    } finally {
      worker.busy = false;
      if (gate.isOpen()) boss.notifyWorker(worker.id);
    }
  });
  team.push(worker);
}

async function during({ jobs }: Running, job: Promise<void>): Promise<void> {
  jobs.add(job);
  try {
    await job;
  } finally {
    jobs.delete(job);
  }
}

/** A worker, which runs one job at a time. */
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
  // pg-boss aborts jobs that are still running, and does not wait for them.
  await Promise.race([Promise.allSettled(running.jobs), passed(PUTTING_BACK_MS, undefined, { ref: false })]);
}

const counted = z.object({ waiting: z.coerce.number(), running: z.coerce.number(), failed: z.coerce.number() });

/** Counts jobs in the database, as the statistics of pg-boss are up to an hour old. */
async function countsOf(boss: PgBoss, kind: string): Promise<Omit<JobCounts, 'kind'>> {
  const { rows } = await boss.getDb().executeSql(
    `select count(*) filter (where state in ('created', 'retry')) as waiting, count(*) filter (where state = 'active') as running,
       count(*) filter (where state = 'failed') as failed
     from ${JOBS_SCHEMA}.job where name = $1`,
    [kind],
  );
  return counted.parse(rows[0]);
}
