/** Runs waiting conversions in the slots of this process. */
import { setTimeout as passed } from 'node:timers/promises';

/** Milliseconds until jobs are claimed again after the database did not answer. */
const RETRY_MS = 1000;
/** Milliseconds that announced jobs may wait while others run, so that one claim serves several announcements. */
const SOON_MS = 50;
/** Milliseconds that aborted jobs have for returning to the queue. */
const PUTTING_BACK_MS = 10_000;

export type QueueParts<Job> = {
  /** Number of jobs that run at the same time. */
  readonly slots: number;
  /** Whether this process may claim a job now. */
  readonly isOpen: () => boolean;
  /**
   * Claims up to this many jobs. `mayBeMore` if it should be called again at once, `othersWait` if it should be called when a job ends.
   * @param converted jobs that have left their slots and still run
   */
  readonly claim: (most: number, converted: readonly Job[]) => Promise<Claimed<Job>>;
  readonly run: (job: Job, slot: Slot) => Promise<void>;
  /** Called when a job ends that had left its slot. */
  readonly onStored?: (job: Job) => void;
  readonly onProblem: (error: Error) => void;
};

export type Slot = {
  /** Aborted when the grace period of a stopping process is over. */
  readonly leaving: AbortSignal;
  /** Frees the slot before the job ends. Does nothing while as many other jobs have done so. */
  readonly leave: () => void;
};

type Claimed<Job> = { readonly jobs: readonly Job[]; readonly mayBeMore: boolean; readonly othersWait: boolean };

/** Claims jobs while slots are free and jobs wait. Never polls: `wake` tells that jobs may wait. */
export class ConversionQueue<Job> {
  readonly #parts: QueueParts<Job>;
  readonly #running = new Set<Promise<void>>();
  /** Jobs in slots. */
  readonly #converting = new Set<Job>();
  /** Jobs that have left their slots and still run. */
  readonly #converted = new Set<Job>();
  readonly #leaving = new AbortController();
  #isWoken = false;
  /** Whether jobs waited after the last claim. */
  #othersWait = true;
  #claiming: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: QueueParts<Job>) {
    this.#parts = parts;
  }

  /** Claims jobs now, or when a slot becomes free. */
  wake(): void {
    this.#isWoken = true;
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#claiming ??= this.#claimWhileWoken().finally(() => {
      this.#claiming = undefined;
      if (this.#isWoken && this.#canClaim()) this.wake();
    });
  }

  /** Claims jobs now, or with the next wake of a moment while others run: their ends come soon, and each wakes anyway. */
  wakeSoon(): void {
    if (this.#converting.size === 0) this.wake();
    else this.#soon ??= setTimeout(() => this.#wakeLate(), SOON_MS);
  }

  #wakeLate(): void {
    this.#soon = undefined;
    this.wake();
  }

  /** Claims the jobs of an earlier wake while `isOpen` was false. */
  resume(): void {
    if (this.#isWoken) this.wake();
  }

  /** Claims no more jobs. */
  close(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#soon);
  }

  /** Claims no more jobs, waits for running ones, aborts those left after the grace period, and waits until they have cleaned up. */
  async stop(graceMs: number): Promise<void> {
    this.close();
    await this.#claiming;
    await Promise.race([Promise.all(this.#running), passed(graceMs, undefined, { ref: false })]);
    this.#leaving.abort();
    await Promise.race([Promise.all(this.#running), passed(PUTTING_BACK_MS, undefined, { ref: false })]);
  }

  #canClaim(): boolean {
    return !this.#isStopped && this.#converting.size < this.#parts.slots && this.#parts.isOpen();
  }

  async #claimWhileWoken(): Promise<void> {
    while (this.#isWoken && this.#canClaim()) {
      this.#isWoken = false;
      const { jobs, mayBeMore, othersWait } = await this.#tryClaim(this.#parts.slots - this.#converting.size);
      this.#othersWait = othersWait;
      if (mayBeMore) this.#isWoken = true;
      for (const job of jobs) this.#start(job);
    }
  }

  async #tryClaim(most: number): Promise<Claimed<Job>> {
    try {
      return await this.#parts.claim(most, [...this.#converted]);
    } catch (error) {
      this.#parts.onProblem(error instanceof Error ? error : new Error(String(error)));
      if (!this.#isStopped) this.#retry ??= setTimeout(() => this.#claimAgain(), RETRY_MS);
      return { jobs: [], mayBeMore: false, othersWait: true };
    }
  }

  #claimAgain(): void {
    this.#retry = undefined;
    this.wake();
  }

  #start(job: Job): void {
    this.#converting.add(job);
    const running = this.#parts
      .run(job, { leaving: this.#leaving.signal, leave: () => this.#leave(job) })
      .catch((error: unknown) => this.#parts.onProblem(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        this.#running.delete(running);
        if (this.#converted.delete(job)) this.#parts.onStored?.(job);
        if (this.#converting.delete(job)) this.#wakeForWaiting();
      });
    this.#running.add(running);
  }

  #leave(job: Job): void {
    if (this.#converted.size >= this.#parts.slots || !this.#converting.delete(job)) return;
    this.#converted.add(job);
    this.#wakeForWaiting();
  }

  /** A free slot is for a job that was announced meanwhile, or for one that waits: the end of a job may have made room for its source. */
  #wakeForWaiting(): void {
    // A claim that is already running does not know of the free slot.
    if (this.#claiming || this.#isWoken || this.#soon || this.#othersWait) this.wake();
  }
}
