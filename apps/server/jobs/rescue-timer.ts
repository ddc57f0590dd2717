/** Interval of checks for jobs of dead workers while jobs exist, in milliseconds. */
const BUSY_MS = 5000;
/** Interval without jobs, in milliseconds. A worker that receives a job checks earlier. */
const IDLE_MS = 30_000;

export type Rescue = {
  /** Schedules the next check: `now`, or within the busy interval for `soon`. */
  look(when: 'now' | 'soon'): void;
  stop(): void;
};

/** Periodically checks for jobs of dead workers. @param rescue returns whether any jobs exist */
export function startJobRecovery(rescue: () => Promise<boolean>, onFailure: (error: Error) => void): Rescue {
  let timer: NodeJS.Timeout | undefined;
  let at = Number.POSITIVE_INFINITY;
  let stopped = false;
  const lookWithin = (ms: number): void => {
    const due = performance.now() + ms;
    if (stopped || at <= due) return;
    at = due;
    clearTimeout(timer);
    timer = setTimeout(() => {
      at = Number.POSITIVE_INFINITY;
      void round();
    }, ms);
  };
  const round = async (): Promise<void> => {
    let isBusy = true;
    try {
      isBusy = await rescue();
    } catch (error) {
      onFailure(error instanceof Error ? error : new Error(String(error)));
    }
    lookWithin(isBusy ? BUSY_MS : IDLE_MS);
  };
  lookWithin(BUSY_MS);
  return {
    look: (when) => lookWithin(when === 'now' ? 0 : BUSY_MS),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
