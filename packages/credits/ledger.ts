import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import {
  type Balance,
  balanceOf,
  type EndingCycle,
  type Explanation,
  endingCyclesOf,
  explain,
  type StatementEntry,
  statementOf,
  type Usage,
  usageOf,
} from './report.ts';

/** Time between two resets. Months are counted from the first start: the 31st stays the 31st where there is one. */
export type Cycle = { readonly days: number } | { readonly months: number };

export type Entitlement = {
  readonly userId: string;
  /** Lower-case letters. `free` rests while another runs. */
  readonly plan: string;
  /** What it was given for: `paypal:<capture>`. The same reference counts once. Without one, once for each plan of an account. */
  readonly ref?: string;
  /** Of every cycle; what is left of one at its end is gone. */
  readonly credits: number;
  readonly cycle: Cycle;
  readonly startsAt: Date;
  /** Exclusive; without one it runs for ever. */
  readonly endsAt?: Date;
};

export type Gift = {
  readonly userId: string;
  readonly source: 'promotion' | 'goodwill' | 'operator';
  readonly ref: string;
  readonly amount: number;
  readonly expiresAt: Date;
  /** Lower is spent first; a plan's cycle has 50. Default 40. */
  readonly priority?: number;
  /** Why, for the statement. */
  readonly note?: string;
};

/** `known`: it was given before, nothing changed. `conflict`: that reference stands for something else, nothing changed. */
export type Given = 'added' | 'known' | 'conflict';

export type Reservation = {
  readonly userId: string;
  /** The idempotency key: the same key and request answer the same hold. */
  readonly key: string;
  /** What was asked for, as text; the same key with another request is refused. */
  readonly request: string;
  /** What it is for, for the statement: a word, never anything about a person. */
  readonly purpose: string;
  readonly amount: number;
  /** After this the sweeper gives the hold back. */
  readonly milliseconds: number;
};

export type Reserved =
  | { readonly outcome: 'held' | 'known'; readonly holdId: string; readonly available: number }
  | { readonly outcome: 'insufficient' | 'frozen' | 'conflict'; readonly available: number };

/** `known`: it had ended so before. `closed`: it had ended otherwise, nothing changed. `unknown`: there is no such hold. */
export type Settled = 'done' | 'known' | 'closed' | 'unknown';

export type Revocation = {
  /** The entitlement's. */
  readonly ref: string;
  /** A dispute, not a refund: what was spent is written down as owed, also when a refund went before. */
  readonly owing: boolean;
  /** Nothing can be reserved until it is lifted. */
  readonly freeze: boolean;
};

/** A contradiction in the books: always a defect. */
export type Violation = { readonly what: string; readonly ref: string };

/**
 * The ledger of credits. Every command is one transaction, or part of the one whose `Sql` the ledger was made with, and
 * may be repeated: a reference or key counts once. Amounts are positive integers.
 */
export type Ledger = {
  entitle(entitlement: Entitlement): Promise<Given>;
  give(gift: Gift): Promise<Given>;
  reserve(reservation: Reservation): Promise<Reserved>;
  /** Ends a hold: `cost` of it is spent, the rest goes back where it came from, unless that has expired meanwhile. */
  settle(holdId: string, cost: number): Promise<Settled>;
  /** Ends a hold at no cost. */
  release(holdId: string): Promise<Settled>;
  /** Gives back holds whose time is over, at most `limit`; answers how many. Any number of sweepers may run. */
  sweep(limit?: number): Promise<number>;
  /** Closes grants whose time is over, of at most `limit` accounts; only tidies, as every command does it for its own account. */
  expire(limit?: number): Promise<number>;
  revoke(revocation: Revocation): Promise<'done' | 'known' | 'unknown'>;
  setFrozen(userId: string, frozen: boolean): Promise<void>;
  /** Forgets whose account it was. The books stay. */
  closeAccount(userId: string): Promise<void>;
  /** Also opens the cycle that is due. An account nobody opened has nothing. */
  balance(userId: string): Promise<Balance>;
  /** Newest first; `before` is the id of the last entry of the page before. */
  statement(userId: string, page?: { readonly before?: number; readonly limit?: number }): Promise<readonly StatementEntry[]>;
  /** What became of the credits of an entitlement, cycle by cycle, oldest first. */
  usage(ref: string): Promise<readonly Usage[]>;
  /**
   * Cycles that end until then with credits left: of plans that have an end, and of others where some were used. In the order
   * of their grants, from the one behind `after` on.
   */
  endingCycles(until: Date, page?: { readonly after?: number; readonly limit?: number }): Promise<readonly EndingCycle[]>;
  /** Every entry that made a balance what it is, oldest first. */
  explain(userId: string): Promise<readonly Explanation[]>;
  /** Must be empty. Reads the whole ledger: for an hourly check, not for every request. */
  violations(): Promise<readonly Violation[]>;
};

const SWEEP_LIMIT = 100;
const DEFAULT_PRIORITY = 40;

const given = z.object({ outcome: z.enum(['added', 'known', 'conflict']) });
const revoked = z.object({ outcome: z.enum(['done', 'known', 'unknown']) });
const settled = z.object({ outcome: z.enum(['done', 'known', 'closed', 'unknown']) });
const reserved = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['held', 'known']), hold_id: z.string(), available: z.number() }),
  z.object({ outcome: z.enum(['insufficient', 'frozen', 'conflict']), available: z.number() }),
]);
const violation = z.object({ what: z.string(), ref: z.string() });

/** `now` is asked once a command. */
export function createLedger(sql: Sql, now: () => Date = () => new Date()): Ledger {
  return { ...giving(sql, now), ...holding(sql, now), ...tidying(sql, now), ...reporting(sql, now) };
}

function giving(sql: Sql, now: () => Date): Pick<Ledger, 'entitle' | 'give' | 'revoke' | 'setFrozen' | 'closeAccount'> {
  return {
    async entitle({ userId, plan, ref, credits, cycle, startsAt, endsAt }) {
      const rows = await sql.query('select credits.entitle($1, $2, $3, $4, $5::interval, $6, $7, $8) as outcome', [
        userId,
        plan,
        ref,
        credits,
        'days' in cycle ? `${cycle.days} days` : `${cycle.months} months`,
        startsAt,
        endsAt,
        now(),
      ]);
      return given.parse(rows[0]).outcome;
    },
    async give({ userId, source, ref, amount, priority = DEFAULT_PRIORITY, expiresAt, note }) {
      const values = [userId, source, ref, amount, priority, expiresAt, note, now()];
      const rows = await sql.query('select credits.give($1, $2, $3, $4, $5, $6, $7, $8) as outcome', values);
      return given.parse(rows[0]).outcome;
    },
    async revoke({ ref, owing, freeze }) {
      const at = now();
      const rows = await sql.query('select credits.revoke($1, $2, $3, $4) as outcome', [ref, owing, freeze, at]);
      const { outcome } = revoked.parse(rows[0]);
      if (outcome !== 'known' || !owing) return outcome;
      // A refund went first: what was spent is owed all the same.
      const [late] = await sql.query('select credits.owe($1, $2, $3) as outcome', [ref, freeze, at]);
      return revoked.parse(late).outcome;
    },
    async setFrozen(userId, frozen) {
      await sql.query('update credits.accounts set frozen_at = $2 where user_id = $1', [userId, frozen ? now() : null]);
    },
    async closeAccount(userId) {
      await sql.query('select credits.close_account($1, $2)', [userId, now()]);
    },
  };
}

function holding(sql: Sql, now: () => Date): Pick<Ledger, 'reserve' | 'settle' | 'release'> {
  const end = async (holdId: string, cost: number, status: 'settled' | 'released'): Promise<Settled> => {
    const rows = await sql.query('select credits.settle($1, $2, $3, $4) as outcome', [holdId, cost, status, now()]);
    return settled.parse(rows[0]).outcome;
  };
  return {
    async reserve({ userId, key, request, purpose, amount, milliseconds }) {
      const hash = createHash('sha256').update(request).digest('base64url');
      const rows = await sql.query(
        "select outcome, hold_id, available from credits.reserve($1, $2, $3, $4, $5, $6, $7 * interval '1 millisecond', $8)",
        [userId, randomUUID(), key, hash, purpose, amount, milliseconds, now()],
      );
      const row = reserved.parse(rows[0]);
      if ('hold_id' in row) return { outcome: row.outcome, holdId: row.hold_id, available: row.available };
      return row;
    },
    settle: (holdId, cost) => end(holdId, cost, cost > 0 ? 'settled' : 'released'),
    release: (holdId) => end(holdId, 0, 'released'),
  };
}

function tidying(sql: Sql, now: () => Date): Pick<Ledger, 'sweep' | 'expire'> {
  return {
    // One command a hold or account: a sweeper that locked several accounts could wait for one that locked them in another order.
    async sweep(limit = SWEEP_LIMIT) {
      const at = now();
      const due = await sql.query(
        "select id from credits.holds where status = 'open' and expires_at <= $1 order by expires_at limit $2",
        [at, limit],
      );
      const outcomes: unknown[] = [];
      for (const { id } of due) {
        const [row] = await sql.query("select credits.settle($1, 0, 'swept', $2) as outcome", [id, at]);
        outcomes.push(settled.parse(row).outcome);
      }
      return outcomes.filter((outcome) => outcome === 'done').length;
    },
    async expire(limit = SWEEP_LIMIT) {
      const at = now();
      const due = await sql.query(
        'select distinct account_id from credits.grants where closed_at is null and expires_at <= $1 limit $2',
        [at, limit],
      );
      for (const row of due) await sql.query('select credits.tidy($1, $2)', [row['account_id'], at]);
      return due.length;
    },
  };
}

function reporting(
  sql: Sql,
  now: () => Date,
): Pick<Ledger, 'balance' | 'statement' | 'usage' | 'endingCycles' | 'explain' | 'violations'> {
  return {
    balance: (userId) => balanceOf(sql, userId, now()),
    statement: (userId, page = {}) => statementOf(sql, userId, page),
    usage: (ref) => usageOf(sql, ref),
    endingCycles: (until, { after = 0, limit = SWEEP_LIMIT } = {}) => endingCyclesOf(sql, { now: now(), until, after, limit }),
    explain: (userId) => explain(sql, userId),
    async violations() {
      return z.array(violation).parse(await sql.query('select what, ref from credits.violations order by 1, 2'));
    },
  };
}
