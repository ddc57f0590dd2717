import { createHmac, randomBytes } from 'node:crypto';
import type { VisitEventName, VisitStats } from '@bakkum/api-contract/analytics-rules';
import { RETENTION_DAYS } from '@bakkum/api-contract/retention';
import type { Sql } from '@bakkum/database/sql';
import { networkOf } from '@bakkum/outbound/network';
import { z } from 'zod';

/** An event made only of known words: it contains nothing a visitor could have typed. */
export type CleanEvent = {
  readonly session: string;
  readonly event: VisitEventName;
  readonly category: string;
  readonly label: string;
  readonly value?: number;
  /** With `session_end`. */
  readonly stats?: VisitStats;
  readonly locale: 'en' | 'ko';
};

/** Events per minute from one network address; further events are not counted. */
export const MAX_EVENTS_PER_MINUTE = 240;
const MINUTE_MS = 60_000;
/** Events stored per day (UTC) by one process, together and from one network. Further events are not counted. */
const DAILY_EVENTS = { all: 500_000, fromOneNetwork: 50_000 } as const;
/** Days of conversions that decide which pairs are popular, once there are enough of them. */
const POPULAR_DAYS = 90;
const MIN_CONVERSIONS = 200;
const MAX_POPULAR = 200;

export type Analytics = {
  /**
   * Stores events, unless there are too many or the disk is almost full. `place` is a network address and is not stored. Returns
   * whether they were stored.
   */
  receive(events: readonly CleanEvent[], place: string): Promise<boolean>;
  /** Sums up all days since the last run, including the last day again. */
  sumUp(): Promise<void>;
  /** Deletes events past their retention, once they are summed up. */
  tidy(): Promise<void>;
  /** Pairs such as `jpeg-to-png`, most converted first; empty until there are enough conversions. */
  popularPairs(): Promise<readonly string[]>;
};

type AnalyticsParts = {
  readonly sql: Sql;
  readonly now?: () => Date;
  /** Whether the disk has space for more than accounts and payments need. */
  readonly hasSpace?: () => Promise<boolean>;
  readonly daily?: { readonly all: number; readonly fromOneNetwork: number };
};

export function createAnalytics({
  sql,
  now = () => new Date(),
  hasSpace = () => Promise.resolve(true),
  daily = DAILY_EVENTS,
}: AnalyticsParts): Analytics {
  const isWithin = createLimit(now);
  const isWithinDay = createDailyLimit(sql, now, daily);
  return {
    async receive(events, place) {
      if (!isWithin(place, events.length)) return false;
      if (!(await hasSpace()) || !(await isWithinDay(place, events.length))) return false;
      await sql.query(
        `insert into analytics.events (at, session, event, category, label, value, stats, locale)
         select $1, session, event, category, label, value, stats, locale from jsonb_to_recordset($2::jsonb)
           as given(session uuid, event text, category text, label text, value double precision, stats jsonb, locale text)`,
        [now(), JSON.stringify(events)],
      );
      return true;
    },
    sumUp: () => sumUp(sql),
    async tidy() {
      // Deletes whole days: half a day would be summed up again.
      await sql.query(
        `delete from analytics.events
         where at < ((($1::timestamptz at time zone 'UTC')::date - $2::int)::timestamp at time zone 'UTC')`,
        [now(), RETENTION_DAYS.visits],
      );
    },
    async popularPairs() {
      const rows = await sql.query(
        `select label, sum(count)::int as count from analytics.days
         where event = 'conversion_completed' and label <> 'other' and day > ($1::timestamptz at time zone 'UTC')::date - $2::int
         group by label order by 2 desc, 1 limit $3`,
        [now(), POPULAR_DAYS, MAX_POPULAR],
      );
      const pairs = z.array(z.object({ label: z.string(), count: z.number() })).parse(rows);
      const all = pairs.reduce((sum, { count }) => sum + count, 0);
      return all < MIN_CONVERSIONS ? [] : pairs.map(({ label }) => label);
    },
  };
}

/** One statement, so that a day is never half summed up. */
async function sumUp(sql: Sql): Promise<void> {
  await sql.query(`
    insert into analytics.days (day, event, category, label, locale, count, sessions, total)
    select (at at time zone 'UTC')::date, event, category, label, locale, count(*), count(distinct session), coalesce(sum(value), 0)
    from analytics.events
    where at >= (select coalesce(max(day)::timestamp at time zone 'UTC', '-infinity') from analytics.days)
    group by 1, 2, 3, 4, 5
    on conflict (day, event, category, label, locale)
      do update set count = excluded.count, sessions = excluded.sessions, total = excluded.total`);
}

/** Counts in memory for a minute, under a key private to this process. */
function createLimit(now: () => Date): (place: string, events: number) => boolean {
  const key = randomBytes(32);
  let counts = new Map<string, number>();
  let until = 0;
  return (place, events) => {
    const at = now().getTime();
    if (at >= until) {
      counts = new Map();
      until = at + MINUTE_MS;
    }
    const hash = createHmac('sha256', key).update(place).digest('base64');
    const count = (counts.get(hash) ?? 0) + events;
    counts.set(hash, count);
    return count <= MAX_EVENTS_PER_MINUTE;
  };
}

/** Counts in memory for a day, starting with the events that are already stored. */
function createDailyLimit(
  sql: Sql,
  now: () => Date,
  { all, fromOneNetwork }: NonNullable<AnalyticsParts['daily']>,
): (place: string, events: number) => Promise<boolean> {
  const key = randomBytes(32);
  let day = '';
  let stored: Promise<number> = Promise.resolve(0);
  let counts = new Map<string, number>();
  let total = 0;
  return async (place, events) => {
    const today = now().toISOString().slice(0, 10);
    if (today !== day) {
      [day, counts, total] = [today, new Map(), 0];
      stored = storedSince(sql, new Date(today));
      // The next event tries again.
      stored.catch(() => {
        day = '';
      });
    }
    const before = await stored;
    const hash = createHmac('sha256', key).update(networkOf(place)).digest('base64');
    const count = (counts.get(hash) ?? 0) + events;
    if (count > fromOneNetwork || before + total + events > all) return false;
    counts.set(hash, count);
    total += events;
    return true;
  };
}

async function storedSince(sql: Sql, start: Date): Promise<number> {
  const [row] = await sql.query('select count(*)::int as count from analytics.events where at >= $1', [start]);
  return z.object({ count: z.number() }).parse(row).count;
}
