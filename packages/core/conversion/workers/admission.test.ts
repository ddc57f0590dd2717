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
  const admission = new Admission({ maxRunning: 1, budgetBytes: 100 });
  const { entered, enter } = entering(admission);
  const tired = new AbortController();
  await enter('first', 60);
  const quitting = enter('second', 90, tired.signal);
  const small = enter('small', 10);
  expect(admission.queued).toBe(2);
  tired.abort();
  await expect(quitting).rejects.toMatchObject({ code: 'cancelled' });
  admission.leave(60);
  await small;
  expect([entered, admission.queued]).toEqual([['first', 'small'], 0]);
});

it('never queues a job whose signal has already fired', async () => {
  const admission = new Admission({ maxRunning: 1, budgetBytes: 100 });
  await expect(admission.enter(10, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  expect([admission.running, admission.queued]).toEqual([0, 0]);
});

it('lets later jobs that fit start before one that waits for memory', async () => {
  const admission = new Admission({ maxRunning: 2, budgetBytes: 100 });
  const { entered, enter } = entering(admission);
  await enter('office', 80);
  const waiting = enter('office again', 80);
  await enter('photo', 20);
  admission.leave(20);
  await enter('song', 20);
  expect([entered, admission.queued]).toEqual([['office', 'photo', 'song'], 1]);
  admission.leave(80);
  await waiting;
  expect(entered.at(-1)).toBe('office again');
});

it('holds back later jobs once 64 of them started before one that waits', async () => {
  const admission = new Admission({ maxRunning: 2, budgetBytes: 100 });
  const { entered, enter } = entering(admission);
  await enter('first', 80);
  const waiting = enter('large', 90);
  for (let job = 0; job < 64; job += 1) {
    await enter('small', 10);
    admission.leave(10);
  }
  const last = enter('late', 10);
  expect([entered.length, admission.queued]).toEqual([65, 2]);
  admission.leave(80);
  await Promise.all([waiting, last]);
  expect(entered.slice(-2)).toEqual(['large', 'late']);
});
