import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { watchJobs } from './changes.ts';
import { type JobChange, openSignals, type Signals } from './signals.ts';

let database: TestDatabase;
const opened: Signals[] = [];
const change = { id: '0b9f7a52-8f25-4c0e-9a52-6a3f2a3a1c11', revision: 3, ended: true };

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
});
afterEach(async () => {
  for (const signals of opened.splice(0)) await signals.close();
});
afterAll(() => database.close());

/** Signals of a process that listens. */
async function listening(onChange: (change: JobChange) => void = () => undefined, onWaiting: () => void = () => undefined) {
  const signals = openSignals({ database, onProblem: () => undefined });
  opened.push(signals);
  signals.listen({ onChange, onWaiting });
  await expect.poll(() => signals.isHeard()).toBe(true);
  return signals;
}

it('reach listeners of the same and of other processes once', async () => {
  const heard: string[] = [];
  const one = await listening(
    ({ revision }) => heard.push(`own ${revision}`),
    () => heard.push('own waiting'),
  );
  await listening(
    ({ revision }) => heard.push(`other ${revision}`),
    () => heard.push('other waiting'),
  );
  one.announceWaiting();
  one.announceChange(change);
  await expect.poll(() => heard.toSorted()).toEqual(['other 3', 'other waiting', 'own 3', 'own waiting']);
});

it('send many announcements in one statement, and only the last change of a job', async () => {
  const one = await listening();
  const heard: number[] = [];
  await listening(({ revision }) => heard.push(revision));
  const run = vi.spyOn(database, 'run');
  for (const revision of [1, 2]) one.announceChange({ ...change, revision, ended: false });
  one.announceWaiting();
  one.announceChange(change);
  await expect.poll(() => heard).toEqual([3]);
  expect(run).toHaveBeenCalledTimes(1);
  run.mockRestore();
});

it('report notifications that do not arrive, and are polled for then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const problems: string[] = [];
  const nothing = () => Promise.resolve([]);
  const silent = { ...database, run: nothing, listen: () => ({ reconnect: () => undefined, close: () => Promise.resolve() }) };
  const signals = openSignals({ database: silent, onProblem: ({ event }) => problems.push(event) });
  signals.listen({});
  signals.announceWaiting();
  await vi.advanceTimersByTimeAsync(5000);
  expect([signals.isHeard(), problems]).toEqual([false, ['conversions-not-notified']]);
  await signals.close();
  vi.useRealTimers();
});

it('tell a subscriber of a change between its reading of the job and its subscription', async () => {
  const signals = await listening();
  const changes = watchJobs({ database, signals, onProblem: () => undefined });
  // The first subscriber makes this process listen.
  changes.subscribe('00000000-0000-4000-8000-000000000000', () => undefined, 1);
  (await listening()).announceChange(change);
  const heard = Promise.withResolvers<JobChange>();
  signals.listen({ onChange: heard.resolve });
  expect(await heard.promise).toEqual(change);
  const told = Promise.withResolvers<JobChange>();
  const stop = changes.subscribe(change.id, told.resolve, change.revision - 1);
  expect(await told.promise).toMatchObject(change);
  stop();
});
