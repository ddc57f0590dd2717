/** Wakes the workers of this process when there is work for them, without asking the database over and over. */
import { randomUUID } from 'node:crypto';
import type { Database, Subscription } from '@bakkum/database/database';
import { announceWaitingJobs, CHANNEL, findWaitingJobs, readAnnouncement, type WaitingJobs } from './waiting-jobs.ts';

/** All in milliseconds. */
export type DispatchTimes = {
  /** Between two looks into the database while nothing runs anywhere and notifications arrive. */
  readonly idleMs: number;
  /** Between two looks while jobs run: a dead worker is found by them. */
  readonly watchMs: number;
  /** Between two looks while notifications do not arrive. */
  readonly pollMs: number;
  /** A process that does not hear its own notification by then listens in vain. */
  readonly echoMs: number;
  /** Between two rounds in which old jobs are deleted. */
  readonly maintenanceMs: number;
};

export const DISPATCH_TIMES: DispatchTimes = {
  idleMs: 30_000,
  watchMs: 5000,
  pollMs: 500,
  echoMs: 5000,
  maintenanceMs: 3_600_000,
};

export type DispatcherParts = {
  readonly database: Database;
  readonly schema: string;
  /** Kinds this process has workers for. */
  readonly kinds: () => readonly string[];
  /** Has an idle worker of a kind take a job. */
  readonly wake: (kind: string) => void;
  /** Gives jobs of dead workers to others, and deletes old ones. */
  readonly supervise: () => Promise<void>;
  readonly onProblem: (problem: { readonly event: string; readonly error: string }) => void;
  readonly times?: Partial<DispatchTimes>;
};

/** Timers may fire a little early by the clock of the database. */
const CLOCK_MARGIN_MS = 5;

/**
 * Listens for announced jobs. A look into the database now and then finds what was missed, jobs of dead workers, and whether
 * notifications still arrive: a pooler in transaction mode accepts LISTEN and delivers nothing.
 */
export async function startDispatcher(parts: DispatcherParts): Promise<Dispatcher> {
  await announceWaitingJobs(parts.database, parts.schema);
  return new Dispatcher(parts);
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #times: DispatchTimes;
  readonly #self = randomUUID();
  readonly #alarms = createAlarms((kind) => {
    this.#parts.wake(kind);
    void this.#look();
  });
  readonly #subscription: Subscription;
  #stopped = false;
  /** Whether notifications arrive. */
  #isHeard = false;
  #heardAt = Number.NEGATIVE_INFINITY;
  /** Waits for the echo of a look, or to reconnect after none came. */
  #echoTimer: NodeJS.Timeout | undefined;
  #isSilenceReported = false;
  #isFailureReported = false;
  #next: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  #looking: Promise<void> | undefined;
  #isLookWanted = false;
  #maintainedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#times = { ...DISPATCH_TIMES, ...parts.times };
    this.#subscription = parts.database.listen(CHANNEL, {
      onMessage: (payload) => this.#hear(payload),
      onConnected: () => {
        this.#awaitEcho();
        void this.#look();
      },
      onLost: (error) => this.#poll(error.message),
    });
    this.#lookWithin(this.#times.pollMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#next?.timer);
    clearTimeout(this.#echoTimer);
    this.#alarms.clear();
    await this.#looking;
    await this.#subscription.close();
  }

  /** Has the next look in so long, unless it comes sooner anyway. */
  #lookWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.#stopped || (this.#next && this.#next.at <= at)) return;
    clearTimeout(this.#next?.timer);
    this.#next = { at, timer: setTimeout(() => void this.#look(), ms) };
  }

  /** One look at a time; one that is wanted meanwhile follows it. */
  #look(): Promise<void> {
    this.#isLookWanted = true;
    this.#looking ??= this.#lookWhileWanted().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isLookWanted && !this.#stopped) {
      this.#isLookWanted = false;
      clearTimeout(this.#next?.timer);
      this.#next = undefined;
      const isRunning = await this.#tryLook();
      this.#lookWithin(this.#pauseAfterLook(isRunning));
    }
  }

  #pauseAfterLook(isRunning: boolean): number {
    if (!this.#isHeard) return this.#times.pollMs;
    return isRunning ? this.#times.watchMs : this.#times.idleMs;
  }

  /** Answers whether jobs run in any process; true where that could not be read. */
  async #tryLook(): Promise<boolean> {
    try {
      const found = await this.#readWaiting();
      this.#isFailureReported = false;
      if (found.overdue || performance.now() - this.#maintainedAt >= this.#times.maintenanceMs) {
        this.#maintainedAt = performance.now();
        await this.#parts.supervise();
      }
      return found.running > 0;
    } catch (error) {
      if (!this.#isFailureReported)
        this.#parts.onProblem({ event: 'jobs', error: error instanceof Error ? error.message : String(error) });
      this.#isFailureReported = true;
      return true;
    }
  }

  async #readWaiting(): Promise<WaitingJobs> {
    const { database, schema, kinds, wake } = this.#parts;
    const begun = performance.now();
    const found = await findWaitingJobs(database, { schema, kinds: kinds(), echo: this.#self });
    // The echo may be here before the answer.
    if (this.#isHeard && this.#heardAt < begun) this.#awaitEcho();
    for (const { kind, due, inMs } of found.kinds) {
      if (due) wake(kind);
      if (inMs !== null) this.#setAlarm(kind, inMs);
    }
    return found;
  }

  /** What starts later is found again by the next look. */
  #setAlarm(kind: string, inMs: number): void {
    if (inMs <= this.#times.idleMs) this.#alarms.set(kind, inMs);
  }

  #hear(payload: string): void {
    const announced = readAnnouncement(payload);
    if (announced?.type === 'echo' && announced.echo === this.#self) this.#hearEcho();
    if (announced?.type === 'job') this.#hearJob(announced.kind, announced.inMs);
  }

  #hearEcho(): void {
    this.#isHeard = true;
    this.#heardAt = performance.now();
    this.#isSilenceReported = false;
    this.#awaitNothing();
  }

  #hearJob(kind: string, inMs: number): void {
    if (!this.#parts.kinds().includes(kind)) return;
    if (inMs > 0) {
      this.#setAlarm(kind, inMs);
      return;
    }
    this.#parts.wake(kind);
    // It runs now, here or elsewhere; should its worker die, a look is what finds that.
    this.#lookWithin(this.#times.watchMs);
  }

  #awaitEcho(): void {
    this.#echoTimer ??= setTimeout(() => this.#missEcho(), this.#times.echoMs);
  }

  #awaitNothing(): void {
    clearTimeout(this.#echoTimer);
    this.#echoTimer = undefined;
  }

  #missEcho(): void {
    // A failover may have left the old connection silent; behind a pooler the next ones will be as well.
    const wait = this.#isSilenceReported ? this.#times.idleMs : 0;
    this.#poll(
      `Notifications of PostgreSQL do not arrive; a connection pooler in transaction mode, for one, drops them. The database is asked for jobs every ${this.#times.pollMs} ms instead.`,
    );
    this.#echoTimer = setTimeout(() => {
      this.#echoTimer = undefined;
      this.#subscription.reconnect();
    }, wait);
  }

  #poll(error: string): void {
    this.#awaitNothing();
    this.#isHeard = false;
    if (!this.#isSilenceReported) this.#parts.onProblem({ event: 'jobs-not-notified', error });
    this.#isSilenceReported = true;
    this.#lookWithin(this.#times.pollMs);
  }
}

/** One timer a kind: when the next of its jobs may start that wait for a time. */
function createAlarms(ring: (kind: string) => void) {
  const alarms = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  return {
    set(kind: string, inMs: number): void {
      const at = performance.now() + inMs + CLOCK_MARGIN_MS;
      const known = alarms.get(kind);
      if (known && known.at <= at) return;
      clearTimeout(known?.timer);
      const timer = setTimeout(() => {
        alarms.delete(kind);
        ring(kind);
      }, inMs + CLOCK_MARGIN_MS);
      alarms.set(kind, { at, timer });
    },
    clear(): void {
      for (const { timer } of alarms.values()) clearTimeout(timer);
      alarms.clear();
    },
  };
}
