/** Wakes the workers of this process when jobs wait for them, with little polling of the database. */
import { randomUUID } from 'node:crypto';
import type { Database, Subscription } from '@bakkum/database/database';
import { announceWaitingJobs, CHANNEL, findWaitingJobs, readAnnouncement, type WaitingJobs } from './waiting-jobs.ts';

/** All times are in milliseconds. */
export type DispatchTimes = {
  /** Time between two polls while no job runs in any process and notifications arrive. */
  readonly idleMs: number;
  /** Time between two polls while jobs run; these polls detect dead workers. */
  readonly watchMs: number;
  /** Time between two polls while notifications do not arrive. */
  readonly pollMs: number;
  /** Time after which a missing echo means that notifications do not arrive. */
  readonly echoMs: number;
  /** Time between two rounds of deleting old jobs. */
  readonly maintenanceMs: number;
};

export const DISPATCH_INTERVALS: DispatchTimes = {
  idleMs: 30_000,
  watchMs: 5000,
  pollMs: 500,
  echoMs: 5000,
  maintenanceMs: 3_600_000,
};

export type DispatcherParts = {
  readonly database: Database;
  readonly schema: string;
  /** Returns the kinds this process has workers for. */
  readonly kinds: () => readonly string[];
  /** Lets an idle worker of a kind fetch a job. */
  readonly wake: (kind: string) => void;
  /** Requeues the jobs of dead workers and deletes old jobs. */
  readonly supervise: () => Promise<void>;
  readonly onProblem: (problem: { readonly event: string; readonly error: string }) => void;
  readonly times?: Partial<DispatchTimes>;
};

/** Margin for timers that fire slightly early by the clock of the database. */
const CLOCK_MARGIN_MS = 5;

/**
 * Listens for announced jobs. Occasional polls find missed jobs and jobs of dead workers, and check whether notifications still
 * arrive: a pooler in transaction mode accepts LISTEN and delivers nothing.
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
  /** Waits for the echo of a poll, or for the next reconnection when none arrived. */
  #echoTimer: NodeJS.Timeout | undefined;
  #isSilenceReported = false;
  #isFailureReported = false;
  #next: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  #looking: Promise<void> | undefined;
  #isLookWanted = false;
  #maintainedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#times = { ...DISPATCH_INTERVALS, ...parts.times };
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

  /** Schedules the next poll within `ms`; an earlier one stays as it is. */
  #lookWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.#stopped || (this.#next && this.#next.at <= at)) return;
    clearTimeout(this.#next?.timer);
    this.#next = { at, timer: setTimeout(() => void this.#look(), ms) };
  }

  /** Runs one poll at a time. A poll requested meanwhile follows it. */
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

  /** Returns whether jobs run in any process; true when this could not be read. */
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
    // The echo may arrive before the response.
    if (this.#isHeard && this.#heardAt < begun) this.#awaitEcho();
    for (const { kind, due, inMs } of found.kinds) {
      if (due) wake(kind);
      if (inMs !== null) this.#setAlarm(kind, inMs);
    }
    return found;
  }

  /** Schedules a wake-up. Jobs that start later than a timer can wait are found again by the next poll. */
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
    // The job runs now, here or in another process; polling detects a worker that dies.
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
    // A failover may have silenced the old connection. Behind a pooler, new connections stay silent as well.
    const wait = this.#isSilenceReported ? this.#times.idleMs : 0;
    this.#poll(
      `PostgreSQL notifications do not arrive; a connection pooler in transaction mode drops them, for example. The database is polled every ${this.#times.pollMs} ms instead.`,
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

/** Keeps one timer per kind, for the next delayed job. */
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
