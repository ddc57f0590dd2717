import { expect, it } from 'vitest';
import { Admission } from './admission.ts';

/** Records who was admitted, in order. */
function entering(admission: Admission) {
  const entered: string[] = [];
  const enter = (name: string, bytes: number, signal?: AbortSignal): Promise<void> =>
    admission.enter(bytes, signal).then(() => void entered.push(name));
  return { entered, enter };
}

it('admits jobs that fit, in order, and a job larger than the budget alone', async () => {
  const admission = new Admission({ maxRunning: 2, budgetBytes: 100 });
  const { entered, enter } = entering(admission);
  const all = [enter('large', 200), enter('first', 10), enter('second', 10), enter('third', 10)];
  await all[0];
  expect([entered, admission.queued]).toEqual([['large'], 3]);
  admission.leave(200);
  await Promise.all([all[1], all[2]]);
  expect([entered, admission.queued]).toEqual([['large', 'first', 'second'], 1]);
  admission.leave(10);
  await all[3];
  expect([admission.running, admission.queued]).toEqual([2, 0]);
});

it('admits the jobs behind one that quits', async () => {
  const admission = new Admission({ maxRunning: 3, budgetBytes: 100 });
  const { entered, enter } = entering(admission);
  const tired = new AbortController();
  await enter('first', 60);
  const quitting = enter('large', 90, tired.signal);
  const small = enter('small', 10);
  expect(admission.queued).toBe(2);
  tired.abort();
  await expect(quitting).rejects.toMatchObject({ code: 'cancelled' });
  await small;
  expect([entered, admission.queued]).toEqual([['first', 'small'], 0]);
});

it('never queues a job whose signal has already fired', async () => {
  const admission = new Admission({ maxRunning: 1, budgetBytes: 100 });
  await expect(admission.enter(10, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  expect([admission.running, admission.queued]).toEqual([0, 0]);
});
