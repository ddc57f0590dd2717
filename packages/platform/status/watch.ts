import type { ServiceId, StatusBoard } from '@bakkum/api-contract/status';
import type { Sql } from '@bakkum/database/sql';
import { boardOf } from './board.ts';
import { createKnowledge, type Knowledge } from './knowledge.ts';
import { type Probes, tryAll, withinTime } from './probe.ts';
import { type Check, readRecords, writeChecks, writeIncident } from './records.ts';

/** A service that does not respond within this time does not work. */
const TIME_LIMIT_MS = 15_000;
/** Maximum number of checks that wait to be written, a day of them; older ones are dropped. */
const MAX_WAITING = 1440 * 8;
const MINUTE_MS = 60_000;

export type WatchParts = {
  readonly sql: Sql;
  readonly probes: Probes;
  /** Reports failures; never contains personal data. */
  readonly onProblem: (problem: { readonly service: ServiceId | 'records'; readonly error: string }) => void;
  readonly now?: () => Date;
  readonly timeLimitMs?: number;
};

export type Watch = {
  /** Checks every service once and stores the results. Never rejects. */
  round(): Promise<void>;
  /** Returns the status from memory, so that it works during any failure. */
  board(): StatusBoard;
  /** Reads earlier records, then checks every minute. */
  start(firstAfterMs?: number): void;
  stop(): Promise<void>;
};

/** Monitors the services of this installation. */
export function createWatch(parts: WatchParts): Watch {
  const { probes, onProblem, now = () => new Date(), timeLimitMs = TIME_LIMIT_MS } = parts;
  const knowledge = createKnowledge();
  const keeper = createKeeper({ ...parts, now, timeLimitMs }, knowledge);
  let checkedAt: Date | undefined;

  async function round(): Promise<void> {
    const results = await tryAll(probes, timeLimitMs);
    const at = now();
    checkedAt = at;
    for (const result of results) {
      const isNews = knowledge.note(result, at);
      if (isNews) onProblem({ service: result.service, error: result.error ?? 'failed' });
    }
    const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
    await keeper.keep(results.map(({ service, outcome }) => ({ service, minute, outcome })));
  }

  const board = (): StatusBoard =>
    boardOf({
      at: now(),
      probes,
      standings: knowledge.standings,
      days: knowledge.days(),
      incidents: knowledge.incidents(),
      ...(checkedAt && { checkedAt }),
      ...keeper.recordsFrom(),
    });
  return { round, board, ...everyMinute(round, () => keeper.keep([])) };
}

type Keeper = {
  /** Writes new and pending results, then reads the records. */
  keep(checks: readonly Check[]): Promise<void>;
  recordsFrom(): { readonly recordsFrom?: Date };
};

function createKeeper({ sql, now, timeLimitMs, onProblem }: Required<Omit<WatchParts, 'probes'>>, knowledge: Knowledge): Keeper {
  let waiting: readonly Check[] = [];
  let readable = true;
  let readAt = now();
  return {
    async keep(checks) {
      waiting = [...waiting, ...checks].slice(-MAX_WAITING);
      const [taken, changed] = [waiting, knowledge.unwritten()];
      try {
        const records = await withinTime(timeLimitMs, async () => {
          await writeChecks(sql, taken);
          for (const incident of changed) await writeIncident(sql, incident);
          return readRecords(sql, now());
        });
        knowledge.replace(records, changed);
        waiting = waiting.filter((check) => !taken.includes(check));
        readAt = now();
        readable = true;
      } catch (error) {
        if (readable) onProblem({ service: 'records', error: error instanceof Error ? error.message : String(error) });
        readable = false;
      }
    },
    recordsFrom: () => (readable ? {} : { recordsFrom: readAt }),
  };
}

function everyMinute(round: () => Promise<void>, begin: () => Promise<void>): Pick<Watch, 'start' | 'stop'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  const schedule = (afterMs: number): void => {
    timer = setTimeout(() => {
      running = round().then(() => {
        if (timer) schedule(MINUTE_MS);
      });
    }, afterMs);
    timer.unref();
  };
  return {
    start(firstAfterMs = 0) {
      running = begin();
      schedule(firstAfterMs);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
