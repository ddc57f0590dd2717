import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@bakkum/database/database';
import { openInProcess } from '@bakkum/database/in-process-database';
import { openPostgres } from '@bakkum/database/postgres-database';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { type DispatchTimes, startDispatcher } from './dispatcher.ts';
import { type JobKind, type Jobs, startJobs } from './jobs.ts';

const PATIENCE_MS = 60_000;
/** So long that polling finds nothing during a test: only announcements and reads after a reconnection do. */
const NEVER_MS = 600_000;
const ONLY_ANNOUNCED = { idleMs: NEVER_MS, watchMs: NEVER_MS, pollMs: NEVER_MS, echoMs: NEVER_MS };

type Note = { readonly text: string };
const newKind = (rules: Partial<JobKind<Note>> = {}): JobKind<Note> => ({
  name: `note-${randomUUID()}`,
  data: z.object({ text: z.string() }),
  retryDelayS: 1,
  ...rules,
});

let created: TestDatabase;
let database: TestDatabase;
let problems: string[] = [];
let closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  created = await createTestDatabase(inject('postgresFolder'), []);
  // The test server commits asynchronously. With synchronous commits, new jobs are announced by their sender.
  await created.query(`alter database ${created.connection.database} set synchronous_commit = on`);
  const { connection } = created;
  database = { ...(await openPostgres({ kind: 'external', connection, migrations: [] })), connection };
});
afterAll(async () => {
  await database.close();
  await created.close();
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
  problems = [];
});

async function start(on: Database, times: Partial<DispatchTimes>, works = true): Promise<Jobs> {
  const jobs = await startJobs({ database: on, works, onProblem: ({ event }) => problems.push(event), times });
  closing.push(() => jobs.stop());
  return jobs;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await wait(20);
  }
}

/** Starts a worker and waits until its first fetch has found nothing. */
async function idleWorker(jobs: Jobs, kind: JobKind<Note>, atOnce = 1): Promise<string[]> {
  const done: string[] = [];
  await jobs.work(kind, ({ data }) => Promise.resolve(void done.push(data.text)), atOnce);
  await jobs.send(kind, { text: 'first' });
  await until(async () => done.length === 1 && (await jobs.counts()).every(({ running }) => running === 0));
  return done;
}

describe('announced jobs', () => {
  it('wake a worker in another process', async () => {
    const elsewhere = await openPostgres({ kind: 'external', connection: database.connection, migrations: [] });
    closing.push(() => elsewhere.close());
    const [sender, worker] = [await start(elsewhere, {}, false), await start(database, ONLY_ANNOUNCED)];
    const kind = newKind();
    const done = await idleWorker(worker, kind);
    await sender.send(kind, { text: 'from elsewhere' });
    await until(() => done.length === 2);
    expect(done).toEqual(['first', 'from elsewhere']);
  });

  it('wake as many workers as there are jobs when one transaction announces them once', async () => {
    const jobs = await start(database, ONLY_ANNOUNCED);
    const kind = newKind();
    let running = 0;
    const all = Promise.withResolvers<void>();
    await jobs.work(
      kind,
      async () => {
        running += 1;
        if (running === 3) all.resolve();
        await all.promise;
      },
      3,
    );
    await database.transaction(async (sql) => {
      for (const text of ['a', 'b', 'c']) await jobs.send(kind, { text }, { sql });
    });
    await all.promise;
    expect(running).toBe(3);
  });

  it('start at their scheduled time, and again after a failure', async () => {
    const jobs = await start(database, ONLY_ANNOUNCED);
    const kind = newKind({ retries: 1 });
    const runs: { readonly at: number; readonly retry: number }[] = [];
    await jobs.work(kind, ({ retry }) => {
      runs.push({ at: Date.now(), retry });
      return retry === 0 ? Promise.reject(new Error('not yet')) : Promise.resolve();
    });
    const startAfter = new Date(Date.now() + 1000);
    await jobs.send(kind, { text: 'later' }, { startAfter });
    await until(() => runs.length === 2);
    expect(runs.map(({ retry }) => retry)).toEqual([0, 1]);
    expect(runs[0]?.at).toBeGreaterThanOrEqual(startAfter.getTime());
  });

  it('are found once a lost connection is restored', async () => {
    const jobs = await start(database, ONLY_ANNOUNCED);
    const kind = newKind();
    const done = await idleWorker(jobs, kind);
    await database.transaction(async (sql) => {
      const ended = await sql.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bakkum-listen' and datname = current_database()",
      );
      expect(ended).toHaveLength(1);
      await jobs.send(kind, { text: 'unheard' }, { sql });
    });
    await until(() => done.length === 2);
    await jobs.send(kind, { text: 'heard' });
    await until(() => done.length === 3);
    expect(done).toEqual(['first', 'unheard', 'heard']);
    expect(problems).toEqual(['jobs-not-notified']);
  });

  it('are found by polling where notifications are not delivered, which is logged once', async () => {
    // Behaves like a pooler in transaction mode: LISTEN succeeds, and no notification arrives.
    const pooled: Database = {
      ...database,
      listen: (_, { onConnected }) => {
        queueMicrotask(onConnected);
        return { reconnect: onConnected, close: () => Promise.resolve() };
      },
    };
    const jobs = await start(pooled, { pollMs: 50, echoMs: 50, idleMs: 100 });
    const kind = newKind();
    const done = await idleWorker(jobs, kind);
    await until(() => problems.length > 0);
    await jobs.send(kind, { text: 'second' });
    await until(() => done.length === 2);
    expect(problems).toEqual(['jobs-not-notified']);
  });

  it('wake workers on the database inside this process', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-jobs-'));
    const inProcess = await openInProcess(folder, []);
    closing.push(async () => {
      await inProcess.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const jobs = await start(inProcess, ONLY_ANNOUNCED);
    const done = await idleWorker(jobs, newKind(), 2);
    expect(done).toEqual(['first']);
  });
});

it('passes the job of an unresponsive worker to another', async () => {
  const jobs = await start(database, { idleMs: 50, watchMs: 50 });
  const kind = newKind();
  const web = await start(database, {}, false);
  const id = await web.send(kind, { text: 'left behind' });
  await database.query(
    "update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 hour' where id = $1",
    [id],
  );
  const done: string[] = [];
  await jobs.work(kind, ({ data }) => Promise.resolve(void done.push(data.text)));
  await until(() => done.length === 1);
  expect(done).toEqual(['left behind']);
});

it('sends the database nothing but polls while idle, with any number of workers', async () => {
  const looks: string[] = [];
  const others: string[] = [];
  const isLook = (text: string): boolean => text.includes("'echo '");
  // pg-boss checks its schedules twice a minute.
  const isSchedule = (text: string): boolean => text.includes('cron_on') || text.includes('.schedule');
  const run: Database['run'] = (text, values, keeping) => {
    (isLook(text) ? looks : others).push(text);
    return database.run(text, values, keeping);
  };
  const jobs = await start({ ...database, run }, { idleMs: 50, watchMs: 50 });
  await idleWorker(jobs, newKind(), 30);
  // The last job may still be completing; after that, only polls remain.
  let after: readonly string[] = [''];
  await until(async () => {
    const [begin, before] = [looks.length, others.length];
    await until(() => looks.length >= begin + 20);
    after = others.slice(before).filter((text) => !isSchedule(text));
    return after.length === 0;
  });
  expect(after).toEqual([]);
});

describe('the dispatcher', () => {
  let looks = 0;
  let running = 0;
  let isDelivered = true;
  let reconnections = 0;
  let woken: string[] = [];
  let onMessage: (payload: string) => void = () => undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    [looks, running, isDelivered, reconnections, woken] = [0, 0, true, 0, []];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Answers every poll with an empty result. */
  const fake = (): Pick<Database, 'run' | 'listen' | 'transaction'> => ({
    transaction: () => Promise.resolve(undefined as never),
    run: (_, values = []) => {
      looks += 1;
      if (isDelivered) onMessage(`echo ${String(values[1])}`);
      return Promise.resolve([{ running, overdue: false, kinds: [] }]);
    },
    listen: (_, listener) => {
      onMessage = listener.onMessage;
      queueMicrotask(listener.onConnected);
      const reconnect = (): void => {
        reconnections += 1;
        listener.onConnected();
      };
      return { reconnect, close: () => Promise.resolve() };
    },
  });
  const startFake = async () => {
    const dispatcher = await startDispatcher({
      database: { ...database, ...fake() },
      schema: 'jobs',
      kinds: () => ['mail'],
      wake: (kind) => woken.push(kind),
      supervise: () => Promise.resolve(),
      onProblem: ({ event }) => problems.push(event),
    });
    closing.push(() => dispatcher.stop());
    await vi.advanceTimersByTimeAsync(1000);
    looks = 0;
  };

  it('polls twice a minute while nothing runs', async () => {
    await startFake();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBe(20);
    expect(problems).toEqual([]);
  });

  it('polls every five seconds from an announcement until all jobs end', async () => {
    await startFake();
    running = 1;
    onMessage('job mail 0');
    expect(woken).toEqual(['mail']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(12);
  });

  it('wakes a worker when a job is due, and ignores unknown notifications', async () => {
    await startFake();
    onMessage('job mail 2000');
    onMessage('something else');
    await vi.advanceTimersByTimeAsync(1900);
    expect(woken).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(woken).toEqual(['mail']);
  });

  it('polls twice a second while its echo is missing, and returns to listening when it arrives', async () => {
    await startFake();
    isDelivered = false;
    await vi.advanceTimersByTimeAsync(60_000);
    looks = 0;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toBeGreaterThanOrEqual(20);
    expect(reconnections).toBeGreaterThan(0);
    expect(problems).toEqual(['jobs-not-notified']);
    isDelivered = true;
    await vi.advanceTimersByTimeAsync(60_000);
    looks = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(2);
  });
});
