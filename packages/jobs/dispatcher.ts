/** Wakes the workers of this process when there is work for them, without asking the database over and over. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@bakkum/database/database';
import { announceWaitingJobs, CHANNEL, findWaitingJobs, readAnnouncement } from './waiting-jobs.ts';

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

export type Dispatcher = {
  stop(): Promise<void>;
};

/** Timers may fire a little early by the clock of the database. */
const CLOCK_MARGIN_MS = 5;

/**
 * Listens for announced jobs. A look into the database now and then finds what was missed, jobs of dead workers, and whether
 * notifications still arrive: a pooler in transaction mode accepts LISTEN and delivers nothing.
 */
export async function startDispatcher(parts: DispatcherParts): Promise<Dispatcher> {
  const { database, schema, kinds, wake, supervise, onProblem } = parts;
  const times = { ...DISPATCH_TIMES, ...parts.times };
  const self = randomUUID();
  const alarms = createAlarms((kind) => {
    wake(kind);
    void look();
  });
  let isHeard = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let isTold = false;
  let isLookFailing = false;
  let maintainedAt = Number.NEGATIVE_INFINITY;
  let next: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  let echoTimer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  let stopped = false;

  /** Has the next look in so long, unless it comes sooner anyway. */
  const lookWithin = (ms: number): void => {
    const at = performance.now() + ms;
    if (stopped || (next && next.at <= at)) return;
    clearTimeout(next?.timer);
    next = { at, timer: setTimeout(() => void look(), ms) };
  };
  const look = (): Promise<void> => {
    isLookWanted = true;
    looking ??= lookWhileWanted().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const lookWhileWanted = async (): Promise<void> => {
    while (isLookWanted && !stopped) {
      isLookWanted = false;
      clearTimeout(next?.timer);
      next = undefined;
      lookWithin(await lookOnce());
    }
  };
  /** Answers when to look again. */
  const lookOnce = async (): Promise<number> => {
    const begun = performance.now();
    try {
      const found = await findWaitingJobs(database, { schema, kinds: kinds(), echo: self });
      isLookFailing = false;
      // The echo may be here before the answer.
      if (isHeard && heardAt < begun) echoTimer ??= setTimeout(missEcho, times.echoMs);
      for (const { kind, due, inMs } of found.kinds) {
        if (due) wake(kind);
        if (inMs !== null && inMs <= times.idleMs) alarms.set(kind, inMs);
      }
      if (found.overdue || performance.now() - maintainedAt >= times.maintenanceMs) {
        maintainedAt = performance.now();
        await supervise();
      }
      if (!isHeard) return times.pollMs;
      return found.running > 0 ? times.watchMs : times.idleMs;
    } catch (error) {
      if (!isLookFailing) onProblem({ event: 'jobs', error: error instanceof Error ? error.message : String(error) });
      isLookFailing = true;
      return isHeard ? times.watchMs : times.pollMs;
    }
  };
  const onMessage = (payload: string): void => {
    const announced = readAnnouncement(payload);
    if (!announced) return;
    if (announced.type === 'echo') {
      if (announced.echo === self) hear();
    } else if (announced.inMs > 0) {
      if (announced.inMs <= times.idleMs && kinds().includes(announced.kind)) alarms.set(announced.kind, announced.inMs);
    } else {
      wake(announced.kind);
      // It runs now, here or elsewhere; should its worker die, a look is what finds that.
      lookWithin(times.watchMs);
    }
  };
  const hear = (): void => {
    isHeard = true;
    heardAt = performance.now();
    isTold = false;
    clearTimeout(echoTimer);
    echoTimer = undefined;
  };
  const poll = (error: string): void => {
    clearTimeout(echoTimer);
    echoTimer = undefined;
    isHeard = false;
    if (!isTold) onProblem({ event: 'jobs-not-notified', error });
    isTold = true;
    lookWithin(times.pollMs);
  };
  const missEcho = (): void => {
    const wait = isTold ? times.idleMs : 0;
    poll(
      `Notifications of PostgreSQL do not arrive; a connection pooler in transaction mode, for one, drops them. The database is asked for jobs every ${times.pollMs} ms instead.`,
    );
    // A failover may have left the old connection silent; behind a pooler the next ones will be as well.
    echoTimer = setTimeout(() => {
      echoTimer = undefined;
      subscription.reconnect();
    }, wait);
  };

  await announceWaitingJobs(database, schema);
  const subscription = database.listen(CHANNEL, {
    onMessage,
    onConnected: () => {
      echoTimer ??= setTimeout(missEcho, times.echoMs);
      void look();
    },
    onLost: (error) => poll(error.message),
  });
  lookWithin(times.pollMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(next?.timer);
      clearTimeout(echoTimer);
      alarms.clear();
      await looking;
      await subscription.close();
    },
  };
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
