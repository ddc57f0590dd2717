import { createHmac } from 'node:crypto';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

export type Limit = { readonly count: number; readonly seconds: number };

/** What may be tried how often. `…Pair` is one address and one account. */
export type Limits = Readonly<Record<keyof typeof LIMITS, Limit>>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Tight for one who tries many passwords, wide for an office behind one address, and never so tight for an account alone that
 * a stranger can lock its owner out for long.
 */
export const LIMITS = {
  signInAddress: { count: 60, seconds: 5 * MINUTE },
  signInAccount: { count: 60, seconds: 15 * MINUTE },
  signInPair: { count: 10, seconds: 15 * MINUTE },
  signUpAddress: { count: 20, seconds: HOUR },
  mailAddress: { count: 20, seconds: HOUR },
  mailAccount: { count: 5, seconds: HOUR },
  tokenAddress: { count: 60, seconds: 15 * MINUTE },
  passwordAccount: { count: 10, seconds: 15 * MINUTE },
} as const;

/** Allowed, or how many seconds until it is again. */
export type Attempt = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterS: number };

export type Attempts = {
  /** Counts one attempt and says whether it is within the limit. Exact, however many come at once. */
  count(rule: keyof Limits, subject: string): Promise<Attempt>;
  /** Starts anew: it went well. */
  clear(rule: keyof Limits, subject: string): Promise<void>;
  /** Removes what no longer counts. */
  forget(): Promise<void>;
};

const row = z.object({ count: z.number(), wait: z.number() });

/** Shared by every process of the site, as it is in the database. `secret` keys the hashes. */
export function createAttempts(sql: Sql, secret: string, limits: Limits = LIMITS): Attempts {
  const keyOf = (rule: string, subject: string): string =>
    createHmac('sha256', secret).update(`attempts\0${rule}\0${subject}`).digest('base64url');
  return {
    async count(rule, subject) {
      const { count: most, seconds } = limits[rule];
      const rows = await sql.query(
        `insert into accounts.attempts as a (key, count, resets_at) values ($1, 1, now() + $2 * interval '1 second')
         on conflict (key) do update set
           count = case when a.resets_at <= now() then 1 else a.count + 1 end,
           resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
         returning count, ceil(extract(epoch from resets_at - now()))::int as wait`,
        [keyOf(rule, subject), seconds],
      );
      const { count, wait } = row.parse(rows[0]);
      return count <= most ? { allowed: true } : { allowed: false, retryAfterS: Math.max(1, wait) };
    },
    async clear(rule, subject) {
      await sql.query('delete from accounts.attempts where key = $1', [keyOf(rule, subject)]);
    },
    async forget() {
      await sql.query('delete from accounts.attempts where resets_at < now()');
    },
  };
}
