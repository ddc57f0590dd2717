import type { Conversions } from '@bakkum/conversion-jobs/service';
import type { ClaimedJob } from '@bakkum/conversion-jobs/work';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startHeartbeat } from './job-heartbeat.ts';
import { createWorkerHeartbeat } from './worker-heartbeat.ts';

const MINUTE_MS = 60_000;
const job = { id: 'job', fence: 1, minutes: 2 } as ClaimedJob;
/** Whether the worker still holds the job. */
let isOurs = true;
/** Takes the place of the statement with which a job yields. */
const yields = vi.fn(() => Promise.resolve(true));
const parts = {
  database: { transaction: yields, run: () => Promise.resolve(isOurs ? [{ id: 'job', revision: 1, changed: false }] : []) },
  now: () => new Date(),
  onProblem: () => undefined,
} as unknown as Conversions;
const beats = () => ({ conversions: parts, heartbeat: createWorkerHeartbeat(parts) });

beforeEach(() => {
  vi.useFakeTimers();
  isOurs = true;
  yields.mockClear();
});
afterEach(() => vi.useRealTimers());

it('starts the time limit when the job begins, not when it is claimed', async () => {
  const heartbeat = startHeartbeat(beats(), job, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(heartbeat.signal.aborted).toBe(false);
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS - 1);
  expect(heartbeat.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(heartbeat.signal.reason).toMatchObject({ why: 'deadline' });
  heartbeat.stop();
});

it('hands back a job that cannot begin', async () => {
  const heartbeat = startHeartbeat(beats(), job, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(90 * MINUTE_MS - 1);
  expect(heartbeat.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(heartbeat.signal.reason).toMatchObject({ why: 'waited' });
  heartbeat.stop();
});

it('stops a lost job, also while waiting', async () => {
  const heartbeat = startHeartbeat(beats(), job, new AbortController().signal);
  isOurs = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(heartbeat.signal.reason).toMatchObject({ why: 'lost' });
  heartbeat.stop();
});

it('yields after its time budget', async () => {
  const heartbeat = startHeartbeat(beats(), job, new AbortController().signal, 1000);
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(1000);
  expect(heartbeat.signal.reason).toMatchObject({ why: 'yielded' });
  heartbeat.stop();
});

it('does not yield while its results are stored', async () => {
  const heartbeat = startHeartbeat(beats(), job, new AbortController().signal, 1000);
  heartbeat.begin();
  await heartbeat.converted();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect([heartbeat.signal.aborted, yields.mock.calls]).toEqual([false, []]);
  heartbeat.stop();
});

it('waits for an attempt to yield that has begun before its results are stored', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  yields.mockReturnValueOnce(promise);
  const heartbeat = startHeartbeat(beats(), job, new AbortController().signal, 1000);
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(1000);
  const converted = heartbeat.converted();
  resolve(true);
  await converted;
  expect(heartbeat.signal.reason).toMatchObject({ why: 'yielded' });
  heartbeat.stop();
});

it('stops immediately if the process is already shutting down', () => {
  const heartbeat = startHeartbeat(beats(), job, AbortSignal.abort());
  expect(heartbeat.signal.reason).toMatchObject({ why: 'leaving' });
  heartbeat.stop();
});
