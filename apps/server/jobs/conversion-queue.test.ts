import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ConversionQueue } from './conversion-queue.ts';

type Running = { readonly job: number; readonly leaving: AbortSignal; readonly leave: () => void; readonly end: () => void };

/** A queue of numbered jobs that end when told. */
function openQueue(slots: number) {
  const waiting: number[] = [];
  const running: Running[] = [];
  const claims: number[] = [];
  const converted: (readonly number[])[] = [];
  const stored: number[] = [];
  const state = { isOpen: true };
  const queue = new ConversionQueue<number>({
    slots,
    isOpen: () => state.isOpen,
    claim: async (most, left) => {
      claims.push(most);
      converted.push(left);
      return { jobs: waiting.splice(0, most), mayBeMore: false, othersWait: waiting.length > 0 };
    },
    run: (job, { leaving, leave }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push({ job, leaving, leave, end: resolve });
      leaving.addEventListener('abort', () => resolve());
      return promise;
    },
    onStored: (job) => stored.push(job),
    onProblem: (error) => expect.fail(error.message),
  });
  return { queue, waiting, claims, converted, stored, state, running, started: () => running.map(({ job }) => job) };
}

it('claims as many jobs as slots are free, and the next when one ends', async () => {
  const { queue, waiting, claims, running, started } = openQueue(2);
  waiting.push(1, 2, 3);
  queue.wake();
  await expect.poll(started).toEqual([1, 2]);
  running[0]?.end();
  await expect.poll(started).toEqual([1, 2, 3]);
  expect(claims).toEqual([2, 1]);
});

it('claims the next job when one leaves its slot, and nothing when that one ends', async () => {
  const { queue, waiting, claims, converted, stored, running, started } = openQueue(1);
  waiting.push(1, 2, 3);
  queue.wake();
  await expect.poll(started).toEqual([1]);
  running[0]?.leave();
  await expect.poll(started).toEqual([1, 2]);
  running[0]?.end();
  running[1]?.end();
  await expect.poll(() => claims.length).toBe(3);
  expect(converted).toEqual([[], [1], []]);
  expect(stored).toEqual([1]);
});

it('claims nothing when a job ends while no other waits, unless one was announced meanwhile', async () => {
  const { queue, waiting, claims, running, started } = openQueue(1);
  waiting.push(1);
  queue.wake();
  await expect.poll(started).toEqual([1]);
  running[0]?.end();
  await setImmediate();
  expect(claims).toEqual([1]);
  waiting.push(2);
  queue.wake();
  await expect.poll(started).toEqual([1, 2]);
  waiting.push(3);
  queue.wake();
  running[1]?.end();
  await expect.poll(started).toEqual([1, 2, 3]);
  expect(claims).toEqual([1, 1, 1]);
});

it('keeps a job in its slot while as many others have left theirs', async () => {
  const { queue, waiting, running, started } = openQueue(1);
  waiting.push(1, 2, 3);
  queue.wake();
  await expect.poll(started).toEqual([1]);
  running[0]?.leave();
  await expect.poll(started).toEqual([1, 2]);
  running[1]?.leave();
  running[0]?.end();
  await setImmediate();
  expect(started()).toEqual([1, 2]);
  running[1]?.end();
  await expect.poll(started).toEqual([1, 2, 3]);
});

it('fills a slot that becomes free during a claim', async () => {
  const answers = [Promise.withResolvers<number[]>(), Promise.withResolvers<number[]>(), Promise.withResolvers<number[]>()];
  const ends = new Map<number, () => void>();
  let claims = 0;
  const queue = new ConversionQueue<number>({
    slots: 2,
    isOpen: () => true,
    claim: async () => {
      claims += 1;
      const jobs = (await answers[claims - 1]?.promise) ?? [];
      return { jobs, mayBeMore: false, othersWait: claims === 2 };
    },
    run: (job) => new Promise<void>((resolve) => ends.set(job, resolve)),
    onProblem: (error) => expect.fail(error.message),
  });
  queue.wake();
  answers[0]?.resolve([1]);
  await expect.poll(() => [...ends.keys()]).toEqual([1]);
  await setImmediate();
  queue.wake();
  ends.get(1)?.();
  await setImmediate();
  answers[1]?.resolve([2]);
  answers[2]?.resolve([3]);
  await expect.poll(() => [...ends.keys()]).toEqual([1, 2, 3]);
});

it('claims once for announcements that arrive while a job runs', async () => {
  const { queue, waiting, claims, started } = openQueue(3);
  waiting.push(1);
  queue.wake();
  await expect.poll(started).toEqual([1]);
  waiting.push(2, 3);
  for (let count = 0; count < 5; count += 1) queue.wakeSoon();
  await expect.poll(started).toEqual([1, 2, 3]);
  expect(claims).toEqual([3, 2]);
});

it('claims nothing while closed to jobs, and resumes', async () => {
  const { queue, waiting, claims, state, started } = openQueue(1);
  state.isOpen = false;
  waiting.push(1);
  queue.wake();
  await Promise.resolve();
  expect(claims).toEqual([]);
  state.isOpen = true;
  queue.resume();
  await expect.poll(started).toEqual([1]);
});

it('claims again after the database did not answer', async () => {
  vi.useFakeTimers();
  const problems: string[] = [];
  const claim = vi
    .fn<() => Promise<{ jobs: readonly number[]; mayBeMore: boolean; othersWait: boolean }>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ jobs: [], mayBeMore: false, othersWait: false });
  const queue = new ConversionQueue<number>({
    slots: 1,
    isOpen: () => true,
    claim,
    run: () => Promise.resolve(),
    onProblem: ({ message }) => problems.push(message),
  });
  queue.wake();
  await vi.advanceTimersByTimeAsync(1000);
  expect([problems, claim.mock.calls.length]).toEqual([['away'], 2]);
  vi.useRealTimers();
});

it('stops: claims no more, and aborts jobs after the grace period', async () => {
  const { queue, waiting, running, started } = openQueue(2);
  waiting.push(1);
  queue.wake();
  await expect.poll(started).toEqual([1]);
  const stopped = queue.stop(0);
  waiting.push(2);
  queue.wake();
  await stopped;
  expect([started(), running[0]?.leaving.aborted]).toEqual([[1], true]);
});
