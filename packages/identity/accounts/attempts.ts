import { createHmac } from 'node:crypto';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

export type Limit = { readonly count: number; readonly seconds: number };

/**
 * Limits per action. `…Pair` counts one network address together with one account, `…Device` one browser that has signed in to the
 * account before, `signInKnownPair` all such browsers, also when they succeed, `mailAccount` the emails of one kind to one mailbox,
 * `externalAddress` sign-ins that start at an issuer and those that come back.
 */
export type Limits = Readonly<Record<keyof typeof LIMITS, Limit>>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Tight against many guesses from one address, wide enough for an office behind one address, and never so tight on an account
 * alone that a stranger can lock out its owner for long.
 */
export const LIMITS = {
  signInAddress: { count: 60, seconds: 5 * MINUTE },
  signInAccount: { count: 60, seconds: 15 * MINUTE },
  signInPair: { count: 10, seconds: 15 * MINUTE },
  signInDevice: { count: 10, seconds: 15 * MINUTE },
  signInKnownPair: { count: 60, seconds: 5 * MINUTE },
  signUpAddress: { count: 20, seconds: HOUR },
  mailAddress: { count: 20, seconds: HOUR },
  mailPair: { count: 5, seconds: HOUR },
  mailDevice: { count: 5, seconds: HOUR },
  mailAccount: { count: 5, seconds: 30 * MINUTE },
  tokenAddress: { count: 60, seconds: 15 * MINUTE },
  passwordAccount: { count: 10, seconds: 15 * MINUTE },
  // Nothing can be guessed there, and a whole organization may share an address.
  externalAddress: { count: 1000, seconds: 5 * MINUTE },
  // In a row: each asks the issuer, and a success starts again.
  externalFailures: { count: 60, seconds: 5 * MINUTE },
} as const;

/** Allowed, or the number of seconds until the next attempt is. */
export type Attempt = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterS: number };

export type Attempts = {
  /** Counts one attempt and says whether it is within the limit. Exact under concurrency. */
  count(rule: keyof Limits, subject: string): Promise<Attempt>;
  /** Resets the counter after a success. */
  clear(rule: keyof Limits, subject: string): Promise<void>;
  /** Removes expired counters. */
  forget(): Promise<void>;
};

const row = z.object({ count: z.number(), wait: z.number() });

/** Limits shared by every process of the site through the database. `secret` keys the hashes. */
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
