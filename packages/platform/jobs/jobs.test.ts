import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { type JobKind, type JobRun, type Jobs, startJobs } from './jobs.ts';

const PATIENCE_MS = 60_000;
type Note = { readonly text: string };
const kind = (rules: Partial<JobKind<Note>> = {}): JobKind<Note> => ({
  name: `note-${randomUUID()}`,
  data: z.object({ text: z.string() }),
  retryDelayS: 1,
  ...rules,
});

let database: TestDatabase;
let problems: string[] = [];
let open: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
});
afterAll(() => database.close());
afterEach(async () => {
  await Promise.all(open.map((jobs) => jobs.stop()));
  open = [];
  problems = [];
});

async function start(works = true): Promise<Jobs> {
  const jobs = await startJobs({ database, works, onProblem: ({ event }) => problems.push(event) });
  open.push(jobs);
  return jobs;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true);
}

it('keeps a job only if its transaction commits', async () => {
  const jobs = await start();
  const note = kind();
  const done: string[] = [];
  await jobs.work(note, ({ data }) => Promise.resolve(void done.push(data.text)));
  const failing = database.transaction(async (sql) => {
    await jobs.send(note, { text: 'rolled back' }, { sql });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await database.transaction((sql) => jobs.send(note, { text: 'kept' }, { sql }));
  await until(() => done.length > 0);
  expect(done).toEqual(['kept']);
});

it('commits a new job to disk before it resolves, and other writes without waiting', async () => {
  const waited: string[] = [];
  const hasty: string[] = [];
  const run: TestDatabase['run'] = (text, values, keeping) => {
    (keeping?.safely === false ? hasty : waited).push(text.toLowerCase());
    return database.run(text, values, keeping);
  };
  const jobs = await startJobs({ database: { ...database, run }, works: true, onProblem: ({ event }) => problems.push(event) });
  open.push(jobs);
  const note = kind();
  const done: string[] = [];
  await jobs.work(note, ({ data }) => Promise.resolve(void done.push(data.text)));
  await jobs.send(note, { text: 'a' });
  await until(async () => done.length > 0 && (await jobs.counts()).every(({ running }) => running === 0));
  expect(waited).toEqual([expect.stringContaining('insert into jobs.job')]);
  expect(hasty.filter((text) => text.includes("state = 'completed'"))).not.toEqual([]);
  // Requeuing jobs of dead workers inserts rows as well; a lost requeue would simply be repeated.
  const isPuttingBack = (text: string) => text.includes('timed out') || text.includes('heartbeat timeout');
  expect(hasty.filter((text) => /insert into jobs\.job(_common)? /.test(text) && !isPuttingBack(text))).toEqual([]);
});

it('retries a failed job, and keeps a permanently failed one until it is requeued', async () => {
  const jobs = await start();
  const note = kind({ retries: 1 });
  const runs: number[] = [];
  let heals = false;
  await jobs.work(note, ({ retry }) => {
    runs.push(retry);
    return heals ? Promise.resolve() : Promise.reject(new Error('not yet'));
  });
  await jobs.send(note, { text: 'a' });
  const failed = async () => (await jobs.counts()).find(({ kind: name }) => name === note.name)?.failed;
  await until(async () => (await failed()) === 1);
  expect(runs).toEqual([0, 1]);
  expect(problems).toEqual([`job-${note.name}`, `job-${note.name}`]);
  heals = true;
  expect(await jobs.retryFailed(note.name)).toBe(1);
  await until(async () => (await failed()) === 0 && runs.length === 3);
});

it('wakes a different worker at each call while earlier ones are still fetching', async () => {
  const jobs = await start();
  const note = kind();
  await jobs.work(note, () => Promise.resolve(), 3);
  const notified = vi.spyOn(PgBoss.prototype, 'notifyWorker');
  for (const count of [1, 1, 1, 2]) jobs.wake(note, count);
  const woken = notified.mock.calls.map(([id]) => id);
  notified.mockRestore();
  expect(new Set(woken.slice(0, 3)).size).toBe(3);
  expect(woken.slice(3)).toEqual(woken.slice(0, 2));
});

it('runs at most the given number of jobs at once, each job once, with any number of workers', async () => {
  const note = kind();
  const done: string[] = [];
  let running = 0;
  let most = 0;
  const run = async ({ data }: JobRun<Note>): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await wait(20);
    running -= 1;
    done.push(data.text);
  };
  const [one, other] = [await start(), await start()];
  await Promise.all([one.work(note, run, 2), other.work(note, run, 2)]);
  const texts = Array.from({ length: 12 }, (_, index) => String(index));
  for (const text of texts) await one.send(note, { text });
  await until(() => done.length >= texts.length);
  expect(done.sort()).toEqual(texts.sort());
  expect(most).toBeLessThanOrEqual(4);
});

it('treats a second job with a waiting key as the same job', async () => {
  const jobs = await start();
  const note = kind({ once: true });
  expect(await jobs.send(note, { text: 'a' }, { key: 'k' })).not.toBeNull();
  expect(await jobs.send(note, { text: 'b' }, { key: 'k' })).toBeNull();
  expect(await jobs.send(note, { text: 'c' }, { key: 'other' })).not.toBeNull();
});

it('leaves jobs to working processes, and refuses data of the wrong shape', async () => {
  const [web, worker] = [await start(false), await start(true)];
  const note = kind();
  await expect(web.send(note, { text: 1 } as unknown as Note)).rejects.toThrow(z.ZodError);
  await web.send(note, { text: 'from the web' });
  const done: string[] = [];
  await worker.work(note, ({ data }) => Promise.resolve(void done.push(data.text)));
  await until(() => done.length > 0);
  expect(done).toEqual(['from the web']);
});

it('waits for running jobs when it stops', async () => {
  const jobs = await startJobs({ database, works: true, onProblem: () => undefined });
  const note = kind();
  let state = 'waiting';
  await jobs.work(note, async () => {
    state = 'running';
    await wait(400);
    state = 'done';
  });
  await jobs.send(note, { text: 'a' });
  await until(() => state === 'running');
  await jobs.stop();
  expect(state).toBe('done');
});

it('notifies running jobs of a shutdown immediately, and aborts them only after the grace period', async () => {
  const jobs = await startJobs({ database, works: true, onProblem: () => undefined });
  const note = kind();
  const states: string[] = [];
  await jobs.work(note, async ({ signal, leaving }) => {
    states.push('taking one item after another');
    await new Promise((resolve) => leaving.addEventListener('abort', resolve, { once: true }));
    states.push(signal.aborted ? 'ended' : 'takes no more');
  });
  await jobs.send(note, { text: 'a' });
  await until(() => states.length > 0);
  await jobs.stop(PATIENCE_MS);
  expect(states).toEqual(['taking one item after another', 'takes no more']);
});

it('waits until aborted jobs have cleaned up', async () => {
  const jobs = await startJobs({ database, works: true, onProblem: () => undefined });
  const note = kind();
  let state = 'waiting';
  await jobs.work(note, async ({ signal }) => {
    state = 'running';
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await wait(400);
    state = 'put back';
  });
  await jobs.send(note, { text: 'a' });
  await until(() => state === 'running');
  await jobs.stop(0);
  expect(state).toBe('put back');
});

it('runs no job while its gate is closed, even with added workers, and runs waiting jobs when it opens', async () => {
  let isOpen = true;
  const listeners: (() => void)[] = [];
  const set = (value: boolean): void => {
    isOpen = value;
    for (const listener of listeners) listener();
  };
  const gate = { isOpen: () => isOpen, onChange: (work: () => void) => void listeners.push(work) };
  const [early, late, other] = [kind(), kind(), kind()];
  let fetches = 0;
  const run: TestDatabase['run'] = async (text, values, keeping) => {
    const rows = await database.run(text, values, keeping);
    if (/\bskip locked\b/i.test(text) && JSON.stringify([text, values]).includes(early.name)) fetches += 1;
    return rows;
  };
  const jobs = await startJobs({
    database: { ...database, run },
    works: true,
    gate,
    onProblem: ({ event }) => problems.push(event),
  });
  open.push(jobs);
  const done: string[] = [];
  const note = ({ data }: JobRun<Note>) => Promise.resolve(void done.push(data.text));
  await jobs.work(early, note);
  // A new worker fetches at once. It may still take a job if the gate closes before the database answers.
  await until(() => fetches > 0);
  set(false);
  await jobs.work(late, note);
  await jobs.send(early, { text: 'early' });
  await jobs.send(late, { text: 'late' });
  jobs.wake(early);
  // Another process takes its own job meanwhile, so these have been announced long ago.
  const free = await start();
  await free.work(other, note);
  await free.send(other, { text: 'other' });
  await until(() => done.length > 0);
  expect(done).toEqual(['other']);
  const waiting = (await jobs.counts()).filter((one) => one.kind === early.name || one.kind === late.name);
  expect(waiting.map((one) => [one.waiting, one.running])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  set(true);
  await until(() => done.length === 3);
  expect(done.toSorted()).toEqual(['early', 'late', 'other']);
});

it('creates its tables once when several processes start on an empty database', async () => {
  const fresh = await createTestDatabase(inject('postgresFolder'), []);
  const starting = Array.from({ length: 6 }, () => startJobs({ database: fresh, works: true, onProblem: () => undefined }));
  const ended = await Promise.allSettled(starting);
  await Promise.all(ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value.stop()] : [])));
  await fresh.close();
  expect(ended.map((end) => (end.status === 'fulfilled' ? 'started' : String(end.reason)))).toEqual(ended.map(() => 'started'));
});
