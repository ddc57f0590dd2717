import { afterEach, expect, it, vi } from 'vitest';
import { type ConcurrencyLimits, createConcurrencyLimiter, Overloaded } from './concurrency-limiter.ts';

const LIMITS: ConcurrencyLimits = { running: 2, runningPerSource: 1, waiting: 6, waitingPerSource: 4, patienceMs: 1000 };

afterEach(() => vi.useRealTimers());

/** Work that starts when admitted and ends on demand. */
function createWork(limits: ConcurrencyLimits = LIMITS) {
  const limiter = createConcurrencyLimiter(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, source: string, signal?: AbortSignal) =>
    limiter.run(
      source,
      () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  return { started, run, end: (name: string) => ends.get(name)?.() };
}

it('runs work of one source one at a time and leaves a slot for others', async () => {
  const { started, run, end } = createWork();
  const first = run('a1', 'a');
  void run('a2', 'a');
  void run('b1', 'b');
  await expect.poll(() => started).toEqual(['a1', 'b1']);
  end('a1');
  await first;
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2']);
});

it('lets sources take turns', async () => {
  const { started, run, end } = createWork({ ...LIMITS, running: 1 });
  for (const [name, source] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['a3', 'a'],
    ['b1', 'b'],
  ] as const)
    void run(name, source);
  for (const next of ['a1', 'a2', 'b1', 'a3']) {
    await expect.poll(() => started.at(-1)).toBe(next);
    end(next);
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('refuses work of a source with too much waiting, and admits others', async () => {
  const { started, run } = createWork();
  const all = Array.from({ length: 8 }, (_, place) => run(`a${place}`, 'a'));
  const refused = await Promise.allSettled(all.slice(5));
  // The others wait until the test ends, and longer than their patience.
  for (const one of all) one.catch(() => undefined);
  expect(refused.map((one) => one.status === 'rejected' && one.reason instanceof Overloaded)).toEqual([true, true, true]);
  void run('b1', 'b');
  await expect.poll(() => started).toEqual(['a0', 'b1']);
});

it('refuses waiting work after its patience', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { started, run } = createWork();
  void run('a1', 'a');
  const late = run('a2', 'a').catch((error: unknown) => error);
  vi.advanceTimersByTime(LIMITS.patienceMs);
  expect(await late).toBeInstanceOf(Overloaded);
  expect(started).toEqual(['a1']);
});

it('forgets waiting work whose client is gone', async () => {
  const { started, run, end } = createWork();
  const client = new AbortController();
  void run('a1', 'a');
  const gone = run('a2', 'a', client.signal).catch((error: unknown) => error);
  void run('a3', 'a');
  client.abort();
  expect(await gone).toBeInstanceOf(Overloaded);
  end('a1');
  await expect.poll(() => started).toEqual(['a1', 'a3']);
});

it('frees the slot of failed work', async () => {
  const limiter = createConcurrencyLimiter({ ...LIMITS, running: 1 });
  await expect(limiter.run('a', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
  expect(await limiter.run('b', () => Promise.resolve('done'))).toBe('done');
});
