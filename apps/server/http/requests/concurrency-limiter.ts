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
  const slots = createSlots(limits);
  const queues = createQueues(limits);
  const admitNext = (): void => {
    for (let next = queues.takeNext(slots.isFree); next; next = queues.takeNext(slots.isFree)) {
      slots.take(next.source);
      next.entry.admit();
    }
  };
  const enter = (source: string, signal: AbortSignal | undefined): Promise<void> => {
    if (slots.isFree(source) && !queues.has(source)) return Promise.resolve(slots.take(source));
    if (queues.isFull(source)) return Promise.reject(new Overloaded('too much work waits'));
    return waitForTurn(queues, source, limits.patienceMs, signal);
  };
  return {
    async run(source, work, signal) {
      await enter(source, signal);
      try {
        return await work();
      } finally {
        slots.release(source);
        // Other requests are answered before the next work begins, which may occupy the thread.
        setImmediate(admitNext);
      }
    },
  };
}

/** Work in progress, by source. */
function createSlots(limits: ConcurrencyLimits) {
  const running = new Map<string, number>();
  let total = 0;
  const runningOf = (source: string): number => running.get(source) ?? 0;
  return {
    isFree: (source: string): boolean => total < limits.running && runningOf(source) < limits.runningPerSource,
    take(source: string): void {
      total += 1;
      running.set(source, runningOf(source) + 1);
    },
    release(source: string): void {
      total -= 1;
      if (runningOf(source) === 1) running.delete(source);
      else running.set(source, runningOf(source) - 1);
    },
  };
}

type Queues = ReturnType<typeof createQueues>;

/** Waiting work, by source. */
function createQueues(limits: ConcurrencyLimits) {
  // A source whose work was admitted moves to the end.
  const queues = new Map<string, Waiting[]>();
  let queued = 0;
  const remove = (source: string, entry: Waiting): boolean => {
    const queue = queues.get(source) ?? [];
    const place = queue.indexOf(entry);
    if (place < 0) return false;
    queue.splice(place, 1);
    queued -= 1;
    if (queue.length === 0) queues.delete(source);
    return true;
  };
  return {
    has: (source: string): boolean => queues.has(source),
    isFull: (source: string): boolean => queued >= limits.waiting || (queues.get(source)?.length ?? 0) >= limits.waitingPerSource,
    add(source: string, entry: Waiting): void {
      queues.set(source, [...(queues.get(source) ?? []), entry]);
      queued += 1;
    },
    /** Returns whether the entry was still waiting. */
    remove,
    /** Removes the oldest entry of the first source with a free slot. */
    takeNext(isFree: (source: string) => boolean): { readonly source: string; readonly entry: Waiting } | undefined {
      for (const [source, [entry]] of queues) {
        if (!entry || !isFree(source)) continue;
        remove(source, entry);
        const rest = queues.get(source);
        if (rest) {
          queues.delete(source);
          queues.set(source, rest);
        }
        return { source, entry };
      }
      return undefined;
    },
  };
}

/** Resolves when the work is admitted. @throws Overloaded after `patienceMs`, or when the client is gone */
function waitForTurn(queues: Queues, source: string, patienceMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: string): void => {
      if (queues.remove(source, entry)) reject(new Overloaded(reason));
    };
    const leave = (): void => giveUp('the client is gone');
    const timer = setTimeout(() => giveUp('waited too long'), patienceMs);
    const entry: Waiting = {
      admit: () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        resolve();
      },
    };
    signal?.addEventListener('abort', leave, { once: true });
    queues.add(source, entry);
  });
}
