import type { Planner } from '@bakkum/conversion/planner';
import type { JobResult } from '@bakkum/conversion/runner';
import { expect, test, vi } from 'vitest';
import { replaceablePlanner } from './replaceable-planner.ts';

const plannerWith = (target: string): Planner => {
  const unexpected = (): never => {
    throw new Error('not used');
  };
  return {
    plan: unexpected,
    targetsOf: () => new Map([[target, 'lossless']]),
    sources: unexpected,
    optionsOf: unexpected,
    honoring: unexpected,
    optionsOfStep: unexpected,
    combines: unexpected,
    operation: unexpected,
  };
};

const failed = (code: 'needs-capability' | 'corrupt'): JobResult => ({ ok: false, code, detail: '', attempts: [] });

test('a replaced planner answers, also where answers were remembered', () => {
  const planner = replaceablePlanner(plannerWith('pdf'));
  const targets = planner.remembered((from: string) => [...planner.targetsOf(from).keys()]);
  expect([targets('xlsx'), targets('xlsx')]).toEqual([['pdf'], ['pdf']]);
  planner.replace(plannerWith('csv'));
  expect(targets('xlsx')).toEqual(['csv']);
});

test('a job that finds out what this device lacks runs once more with the new plans', async () => {
  const planner = replaceablePlanner(plannerWith('pdf'));
  const job = vi.fn(() => {
    if (job.mock.calls.length === 1) planner.replace(plannerWith('csv'));
    return Promise.resolve(failed('needs-capability'));
  });
  await planner.run(job);
  expect(job).toHaveBeenCalledTimes(2);
});

test('other failures are final', async () => {
  const planner = replaceablePlanner(plannerWith('pdf'));
  const refused = vi.fn(() => Promise.resolve(failed('needs-capability')));
  await planner.run(refused);
  const damaged = vi.fn(() => {
    planner.replace(plannerWith('csv'));
    return Promise.resolve(failed('corrupt'));
  });
  await planner.run(damaged);
  expect([refused.mock.calls.length, damaged.mock.calls.length]).toEqual([1, 1]);
});
