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

test('a job goes to the idle worker that has its engines, else to the last one used', () => {
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

test('workers together hold no more than they may: what was idle longest ends, and a large engine is not given small ones', () => {
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
  // Beside the office there is no room for both: a fresh worker takes the film, and the one with pandoc ends.
  const film = pool.borrow(['ffmpeg']);
  expect(film).not.toBe(small);
  expect(ended).toEqual(['worker 2']);
  pool.giveBack(film, true);
  pool.giveBack(office, true);
  // What one of them has run already, it runs again, also where nothing more would fit.
  expect(pool.borrow(['office'])).toBe(office);
  expect(pool.borrow(['pandoc'])).not.toBe(film);
  expect(ended).toEqual(['worker 2', 'worker 3']);
  pool.dispose();
});
