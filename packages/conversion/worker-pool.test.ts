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
  const pool = new WorkerPool({ spawn: link, idleMs: 1000, jobsPerWorker: 10 });
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
