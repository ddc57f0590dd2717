/** Too much of this work waits already, or it waited too long. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** Value of `Retry-After` for refused work, in seconds. */
export const OVERLOADED_RETRY_S = 3;

export type ConcurrencyLimits = {
  /** Work in progress. */
  readonly running: number;
  readonly runningPerSource: number;
  /** Work that waits for a slot; 0 refuses it instead. */
  readonly waiting: number;
  readonly waitingPerSource: number;
  /** Milliseconds after which waiting work is refused. */
  readonly patienceMs: number;
};

export type ConcurrencyLimiter = {
  /**
   * Runs work once a slot is free. Sources, such as network addresses, take turns.
   * @param signal removes waiting work whose client is gone
   * @throws Overloaded
   */
  run<Result>(source: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
};

type Waiting = { readonly admit: () => void };

/** Limits concurrent work, in total and for each source, so that one source cannot use all slots or fill the queue. */
export function createConcurrencyLimiter(limits: ConcurrencyLimits): ConcurrencyLimiter {
  const running = new Map<string, number>();
  // A source whose work was admitted moves to the end.
  const queues = new Map<string, Waiting[]>();
  let [total, queued] = [0, 0];
  const runningOf = (source: string): number => running.get(source) ?? 0;
  const mayRun = (source: string): boolean => total < limits.running && runningOf(source) < limits.runningPerSource;
  const begin = (source: string): void => {
    total += 1;
    running.set(source, runningOf(source) + 1);
  };
  const remove = (source: string, entry: Waiting): boolean => {
    const queue = queues.get(source) ?? [];
    const place = queue.indexOf(entry);
    if (place < 0) return false;
    queue.splice(place, 1);
    queued -= 1;
    if (queue.length === 0) queues.delete(source);
    return true;
  };
  const admitNext = (): void => {
    for (const [source, [next]] of queues) {
      if (!next || !mayRun(source)) continue;
      remove(source, next);
      const rest = queues.get(source);
      if (rest) {
        queues.delete(source);
        queues.set(source, rest);
      }
      begin(source);
      next.admit();
      return admitNext();
    }
  };
  const end = (source: string): void => {
    total -= 1;
    if (runningOf(source) === 1) running.delete(source);
    else running.set(source, runningOf(source) - 1);
    // Other requests are answered before the next work begins, which may occupy the thread.
    setImmediate(admitNext);
  };
  const enter = (source: string, signal: AbortSignal | undefined): Promise<void> => {
    if (mayRun(source) && !queues.has(source)) return Promise.resolve(begin(source));
    const ofSource = queues.get(source) ?? [];
    if (queued >= limits.waiting || ofSource.length >= limits.waitingPerSource)
      return Promise.reject(new Overloaded('too much work waits'));
    return new Promise((resolve, reject) => {
      const giveUp = (reason: string): void => {
        if (remove(source, entry)) reject(new Overloaded(reason));
      };
      const leave = (): void => giveUp('the client is gone');
      const timer = setTimeout(() => giveUp('waited too long'), limits.patienceMs);
      const entry: Waiting = {
        admit: () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      queues.set(source, [...ofSource, entry]);
      queued += 1;
    });
  };
  return {
    async run(source, work, signal) {
      await enter(source, signal);
      try {
        return await work();
      } finally {
        end(source);
      }
    },
  };
}
