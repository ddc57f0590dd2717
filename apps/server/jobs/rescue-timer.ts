/** Between two looks for jobs whose worker died, while there are jobs. */
const BUSY_MS = 5000;
/** While there are none. A worker that is given a job, or one of a dead worker, looks earlier. */
const IDLE_MS = 30_000;

export type Rescue = {
  /** Has the next look at once, or as early as while there are jobs. */
  look(when: 'now' | 'soon'): void;
  stop(): void;
};

/** Looks for jobs of dead workers as often as there may be some. @param rescue answers whether there are any jobs */
export function startRescue(rescue: () => Promise<boolean>, onFailure: (error: Error) => void): Rescue {
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
