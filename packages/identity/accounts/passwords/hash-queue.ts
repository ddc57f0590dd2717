import { AsyncLocalStorage } from 'node:async_hooks';
import type { Refusal } from '../refusal.ts';

/** Waiting hashes of one source. Enough for an office behind one address: they take about 2 s. */
const MAX_WAITING = 20;
/** When to try again after `QueueFull`. */
const RETRY_S = 3;
/** The source of work that no visitor caused. */
const SERVER = '';

/** Too many hashes of one source wait already. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

const sources = new AsyncLocalStorage<string>();

/** The source that `withHashSource` set for the current call. better-auth hashes passwords without knowing the visitor. */
export const hashSource = (): string => sources.getStore() ?? SERVER;

/** Runs `work` with its password hashes counted for `source`, a network address. Answers `limited` on `QueueFull`. */
export async function withHashSource<Result>(source: string, work: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await sources.run(source, work);
  } catch (error) {
    if (error instanceof QueueFull) return { outcome: 'limited', retryAfterS: RETRY_S };
    throw error;
  }
}

/** @throws QueueFull */
export type HashQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Limits concurrency. The sources of waiting work take turns, so that one source cannot keep the others waiting. */
export function createHashQueue(concurrency: number, maxWaiting = MAX_WAITING): HashQueue {
  let running = 0;
  // A source whose work was admitted moves to the end.
  const queues = new Map<string, (() => void)[]>();
  const enter = (source: string): Promise<void> => {
    const queue = queues.get(source) ?? [];
    if (queue.length >= maxWaiting) return Promise.reject(new QueueFull('too many hashes wait'));
    return new Promise((resolve) => queues.set(source, [...queue, resolve]));
  };
  const admitNext = (): void => {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [source, [admit, ...rest]] = next;
    queues.delete(source);
    if (rest.length > 0) queues.set(source, rest);
    admit?.();
  };
  return async (work) => {
    if (running >= concurrency) await enter(hashSource());
    else running += 1;
    try {
      return await work();
    } finally {
      admitNext();
    }
  };
}
