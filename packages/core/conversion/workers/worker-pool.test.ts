import { expect, test } from 'vitest';
import { WorkerPool } from './worker-pool.ts';
import type { WorkerLink } from './worker-protocol.ts';

const link = (): WorkerLink => ({
  post: () => undefined,
  onMessage: () => undefined,
  onCrash: () => undefined,
  discard: () => undefined,
  terminate: () => undefined,
});

test('gives a job the idle worker that has its engines, else the last one used', () => {
  const pool = new WorkerPool({
    spawn: link,
    idleMs: 1000,
    jobsPerWorker: 10,
    budgetBytes: Number.POSITIVE_INFINITY,
    heldBytes: () => 1,
  });
  const office = pool.borrow(['office']);
  const pictures = pool.borrow(['png', 'webp']);
  pool.giveBack(office, true);
  pool.giveBack(pictures, true);
  for (const engines of [['office'], ['office', 'png']]) {
    const loan = pool.borrow(engines);
    expect(loan).toBe(office);
    pool.giveBack(loan, true);
  }
  expect(pool.borrow(['webp'])).toBe(pictures);
  expect(pool.borrow(['png'])).toBe(office);
  expect(pool.size).toBe(2);
  const third = pool.borrow(['office']);
  expect([office, pictures]).not.toContain(third);
  pool.giveBack(third, true);
  pool.dispose();
});

test('limits the memory retained by all workers: the longest idle ends, and a worker with a large engine gets no small ones', () => {
  const ended: string[] = [];
  const held = new Map([
    ['office', 6],
    ['pandoc', 3],
    ['png', 1],
    ['ffmpeg', 4],
  ]);
  let last = 0;
  const pool = new WorkerPool({
    spawn: () => {
      last += 1;
      const name = `worker ${last}`;
      return { ...link(), terminate: () => void ended.push(name) };
    },
    idleMs: 1000,
    jobsPerWorker: 10,
    budgetBytes: 10,
    heldBytes: (engine) => held.get(engine) ?? 0,
  });
  const office = pool.borrow(['office']);
  const small = pool.borrow(['png']);
  pool.giveBack(small, true);
  expect(pool.borrow(['pandoc'])).toBe(small);
  pool.giveBack(small, true);
  expect(ended).toEqual([]);
  // The office worker leaves no room for both others: the video gets a fresh worker, and the one with pandoc is terminated.
  const film = pool.borrow(['ffmpeg']);
  expect(film).not.toBe(small);
  expect(ended).toEqual(['worker 2']);
  pool.giveBack(film, true);
  pool.giveBack(office, true);
  // A worker may rerun an engine it already holds, even when nothing more would fit.
  expect(pool.borrow(['office'])).toBe(office);
  expect(pool.borrow(['pandoc'])).not.toBe(film);
  expect(ended).toEqual(['worker 2', 'worker 3']);
  pool.dispose();
});
