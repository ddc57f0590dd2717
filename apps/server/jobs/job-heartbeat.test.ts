import type { Conversions } from '@bakkum/conversions/service';
import type { ClaimedJob } from '@bakkum/conversions/work';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startHeartbeat } from './job-heartbeat.ts';

const MINUTE_MS = 60_000;
const job = { id: 'job', fence: 1, minutes: 2 } as ClaimedJob;
/** Whether the job is still this worker's. */
let isOurs = true;
const parts = {
  database: { query: () => Promise.resolve(isOurs ? [{ id: 'job' }] : []) },
  now: () => new Date(),
  onProblem: () => undefined,
} as unknown as Conversions;

beforeEach(() => {
  vi.useFakeTimers();
  isOurs = true;
});
afterEach(() => vi.useRealTimers());

it('counts the time of a job from when it begins, not from when it was taken', async () => {
  const heartbeat = startHeartbeat(parts, job, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(heartbeat.signal.aborted).toBe(false);
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS - 1);
  expect(heartbeat.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(heartbeat.signal.reason).toMatchObject({ why: 'deadline' });
  heartbeat.stop();
});

it('leaves a job to others that it cannot begin', async () => {
  const heartbeat = startHeartbeat(parts, job, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(90 * MINUTE_MS - 1);
  expect(heartbeat.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(heartbeat.signal.reason).toMatchObject({ why: 'waited' });
  heartbeat.stop();
});

it('stops what was lost, also while it waits', async () => {
  const heartbeat = startHeartbeat(parts, job, new AbortController().signal);
  isOurs = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(heartbeat.signal.reason).toMatchObject({ why: 'lost' });
  heartbeat.stop();
});

it('stops at once in a process that was told to stop before', () => {
  const heartbeat = startHeartbeat(parts, job, AbortSignal.abort());
  expect(heartbeat.signal.reason).toMatchObject({ why: 'leaving' });
  heartbeat.stop();
});
