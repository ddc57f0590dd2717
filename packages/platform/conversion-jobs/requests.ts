import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

const HOUR_S = 3600;

export type Count = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
};

const counted = z.object({ count: z.number(), resets_at: z.date() });

/** Counts a request in the current hour of the key. Exact across processes. @param amount how much it counts for */
export function countRequest(sql: Sql, key: string, limit: number, now: Date, amount = 1): Promise<Count> {
  return countInWindow(sql, { key, limit, seconds: HOUR_S, amount }, now);
}

type Counted = { readonly key: string; readonly limit: number; readonly seconds: number; readonly amount?: number };

/** Counts a request in the current window of the key, which begins with the first request. Exact across processes. */
export async function countInWindow(sql: Sql, { key, limit, seconds, amount = 1 }: Counted, now: Date): Promise<Count> {
  const [row] = await sql.query(
    `insert into conversions.requests as r (key, count, resets_at) values ($1, $4::int, $2::timestamptz + make_interval(secs => $3))
     on conflict (key) do update set
       count = case when r.resets_at <= $2 then excluded.count else r.count + excluded.count end,
       resets_at = case when r.resets_at <= $2 then excluded.resets_at else r.resets_at end
     returning count, resets_at`,
    [key, now, seconds, amount],
  );
  const { count, resets_at: resetsAt } = counted.parse(row);
  return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), resetsAt };
}

/** Requests left in the current hour, without counting one. */
export async function requestsLeft(sql: Sql, key: string, limit: number, now: Date): Promise<Omit<Count, 'allowed'>> {
  const [row] = await sql.query('select count, resets_at from conversions.requests where key = $1 and resets_at > $2', [
    key,
    now,
  ]);
  if (!row) return { limit, remaining: limit, resetsAt: new Date(now.getTime() + HOUR_S * 1000) };
  const { count, resets_at: resetsAt } = counted.parse(row);
  return { limit, remaining: Math.max(0, limit - count), resetsAt };
}

export async function forgetRequests(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from conversions.requests where resets_at <= $1', [now]);
}
