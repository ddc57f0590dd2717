import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds to which answers about an address are rounded up. Longer than the work for any of them on a busy machine. */
export const ANSWER_STEP_MS = 500;

export type EqualTime = <Result>(work: () => Promise<Result>) => Promise<Result>;

export type Clock = { readonly now: () => number; readonly wait: (milliseconds: number) => Promise<unknown> };
const CLOCK: Clock = { now: () => performance.now(), wait };

/**
 * Lets work end only at multiples of a step, so that its duration does not tell whether an address has an account: writing an email
 * takes some milliseconds longer than writing none.
 */
export function createEqualTime(stepMs = ANSWER_STEP_MS, { now, wait: sleep }: Clock = CLOCK): EqualTime {
  return async (work) => {
    const startedAt = now();
    try {
      return await work();
    } finally {
      const taken = now() - startedAt;
      if (stepMs > 0) await sleep(Math.max(1, Math.ceil(taken / stepMs)) * stepMs - taken);
    }
  };
}
