import { z } from 'zod';
import type { Sql } from './sql.ts';

/** A machine whose clock differs from the database's by more than this does no background work. */
export const MAX_SKEW_MS = 5000;
/** Interval of the measurements, in milliseconds. */
const MEASURE_MS = 30_000;

/**
 * The time of the database, which every process shares. Between measurements it follows the monotonic clock of this process, so a
 * wrong or changed system clock never makes leases or files expire.
 */
export type DatabaseClock = {
  now(): Date;
  /** Milliseconds by which the system clock of this machine is ahead of the database; negative when it is behind. */
  skewMs(): number;
  /** Whether the skew is within `MAX_SKEW_MS`. */
  isRight(): boolean;
  /** Runs `work` each time a measurement finds that the clock has become wrong or right. */
  onChange(work: () => void): void;
  /** Asks the database for its time. Runs twice a minute. */
  measure(): Promise<void>;
  close(): void;
};

export type ClockParts = {
  readonly sql: Sql;
  /** Called once when the clock becomes wrong or right, and when the database stops reporting its time. */
  readonly report: (change: ClockChange) => void;
};

export type ClockChange = {
  readonly event: 'clock-wrong' | 'clock-right' | 'clock-unknown';
  readonly detail: Readonly<Record<string, unknown>>;
};

/** The last measurement: the database's time minus this process's monotonic time, and how far off it may be. */
type Measured = { readonly offset: number; readonly errorMs: number };

const row = z.object({ ms: z.number() });

/** @throws the driver's error if the database does not tell its time */
export async function openDatabaseClock({ sql, report }: ClockParts): Promise<DatabaseClock> {
  const listeners = new Set<() => void>();
  let measured = await measureOnce(sql);
  let wasRight = true;
  let isKnown = true;
  const now = (): number => performance.now() + measured.offset;
  const skewMs = (): number => Math.round(Date.now() - now());
  const isRight = (): boolean => Math.abs(skewMs()) <= MAX_SKEW_MS + measured.errorMs;
  const compare = (): void => {
    if (isRight() === wasRight) return;
    wasRight = !wasRight;
    report({ event: wasRight ? 'clock-right' : 'clock-wrong', detail: { aheadMs: skewMs() } });
    for (const work of listeners) work();
  };
  const measure = async (): Promise<void> => {
    measured = await measureOnce(sql, measured);
    isKnown = true;
    compare();
  };
  const timer = setInterval(() => {
    measure().catch((error: Error) => {
      if (isKnown) report({ event: 'clock-unknown', detail: { error: error.message } });
      isKnown = false;
    });
  }, MEASURE_MS);
  timer.unref();
  compare();
  return {
    now: () => new Date(now()),
    skewMs,
    isRight,
    onChange: (work) => void listeners.add(work),
    measure,
    close: () => clearInterval(timer),
  };
}

/** The time arrives some milliseconds old. An earlier measurement that agrees with it is kept, so that a slow answer changes nothing. */
async function measureOnce(sql: Sql, earlier?: Measured): Promise<Measured> {
  const sentAt = performance.now();
  const [found] = await sql.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
  const errorMs = (performance.now() - sentAt) / 2;
  const offset = row.parse(found).ms - sentAt - errorMs;
  if (earlier && Math.abs(earlier.offset - offset) <= errorMs) return earlier.errorMs < errorMs ? earlier : { offset, errorMs };
  return { offset, errorMs };
}
