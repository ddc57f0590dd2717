import { createHash, randomUUID } from 'node:crypto';
import type { CreditPurpose } from '@bakkum/api-contract/billing/credits';
import { RETENTION_DAYS } from '@bakkum/api-contract/retention';
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
import { type Remainder, remaindersOf, type StatementPage, type StatementRow, statementRowsOf } from './statement.ts';

/** Time between two resets. Months count from the first start: a reset on the 31st stays on the 31st in months that have one. */
export type Cycle = { readonly days: number } | { readonly months: number };

export type Entitlement = {
  readonly userId: string;
  /**
   * Lower-case letters. `free` and its credits end while a paid plan is active. `pack` is credits without a plan and does not affect
   * other entitlements.
   */
  readonly plan: string;
  /**
   * Reason of the entitlement, such as `paypal:<capture>`. The same reference counts once. Without one, once per plan and
   * account.
   */
  readonly ref?: string;
  /** Credits per cycle; unused ones expire at its end. */
  readonly credits: number;
  readonly cycle: Cycle;
  readonly startsAt: Date;
  /** Exclusive; without it, the entitlement has no end. */
  readonly endsAt?: Date;
};

/** The free plan of an account. */
export type FreePlan = Pick<Entitlement, 'userId' | 'credits' | 'cycle' | 'startsAt'> & {
  /** Keyed hash of the email address, which has free credits once, however many accounts use it. */
  readonly addressKey: string;
};

export type Gift = {
  readonly userId: string;
  readonly source: 'promotion' | 'goodwill' | 'operator';
  readonly ref: string;
  readonly amount: number;
  readonly expiresAt: Date;
  /** Grants with lower priority numbers are spent first; a plan's cycle has 50. Default 40. */
  readonly priority?: number;
  /** Reason, shown on the statement. */
  readonly note?: string;
};

/** `known`: given before, nothing changed. `conflict`: the reference belongs to something else, nothing changed. */
export type Given = 'added' | 'known' | 'conflict';

export type Reservation = {
  readonly userId: string;
  /** The idempotency key: the same key and request return the same hold. */
  readonly key: string;
  /** The request as text; the same key with another request is refused. */
  readonly request: string;
  /** Shown on the statement. */
  readonly purpose: CreditPurpose;
  readonly amount: number;
  /** Lifetime of the hold; afterwards the sweeper releases it. */
  readonly milliseconds: number;
};

export type Reserved =
  | { readonly outcome: 'held' | 'known'; readonly holdId: string; readonly available: number }
  | { readonly outcome: 'insufficient' | 'frozen' | 'conflict'; readonly available: number };

/** `known`: it had already ended this way. `closed`: it had ended differently, nothing changed. `unknown`: no such hold. */
export type Settled = 'done' | 'known' | 'closed' | 'unknown';

export type Revocation = {
  /** Reference of the entitlement. */
  readonly ref: string;
  /** A dispute, not a refund: spent credits are recorded as owed, even after an earlier refund. */
  readonly owing: boolean;
  /** Blocks reservations until it is lifted. */
  readonly freeze: boolean;
};

/** A contradiction in the ledger; always a defect. */
export type Violation = { readonly what: string; readonly ref: string };

/**
 * The ledger of credits. Every command is one transaction, or part of the transaction whose `Sql` the ledger was created with,
 * and may be repeated: a reference or key counts once. Amounts are positive integers.
 */
export type Ledger = {
  entitle(entitlement: Entitlement): Promise<Given>;
  /**
   * Gives an account the free plan. It starts later if a deleted account had the same address: when the last free cycle of that one
   * ends. `claimed`: another account has the free credits of this address, nothing changed.
   */
  entitleFree(plan: FreePlan): Promise<Given | 'claimed'>;
  give(gift: Gift): Promise<Given>;
  reserve(reservation: Reservation): Promise<Reserved>;
  /** Ends a hold: spends `cost` of it and returns the rest to its grants, unless they have expired meanwhile. */
  settle(holdId: string, cost: number): Promise<Settled>;
  /** Ends a hold at no cost. */
  release(holdId: string): Promise<Settled>;
  /** Releases at most `limit` expired holds and returns their number. Any number of sweepers may run. */
  sweep(limit?: number): Promise<number>;
  /**
   * Closes expired grants of at most `limit` accounts. Housekeeping only, because every command does this for its own account.
   */
  expire(limit?: number): Promise<number>;
  revoke(revocation: Revocation): Promise<'done' | 'known' | 'unknown'>;
  /**
   * Ends an entitlement that another one replaces: no further cycle opens, and remaining credits of the open cycle stay until they
   * expire. `revoked`: it was already revoked, so nothing changed.
   */
  supersede(ref: string): Promise<'done' | 'known' | 'unknown' | 'revoked'>;
  /** Continues a superseded entitlement after its replacement was revoked. */
  resume(ref: string): Promise<'done' | 'known' | 'unknown' | 'revoked'>;
  setFrozen(userId: string, frozen: boolean): Promise<void>;
  /**
   * Detaches the account from its owner. The ledger entries stay; the key of the address stays until the last free cycle ends, or for
   * a year if the account is frozen or owes credits.
   */
  closeAccount(userId: string, addressKey?: string): Promise<void>;
  /** Deletes keys of addresses of closed accounts whose time is over. */
  forgetAddresses(): Promise<void>;
  /** Also opens the cycle that is due. An unknown account has a balance of zero. */
  balance(userId: string): Promise<Balance>;
  /** One row per order, grant and loss, newest first; `before` is the id of the last row on the previous page. */
  statementRows(userId: string, page?: StatementPage): Promise<readonly StatementRow[]>;
  /** Credits left by grant, in the order in which they will be spent. */
  remainders(userId: string): Promise<readonly Remainder[]>;
  /** Every entry, newest first; `before` is the id of the last entry on the previous page. */
  statement(userId: string, page?: { readonly before?: number; readonly limit?: number }): Promise<readonly StatementEntry[]>;
  /** Use of an entitlement's credits, cycle by cycle, oldest first. */
  usage(ref: string): Promise<readonly Usage[]>;
  /**
   * Cycles that end before `until` with credits left: of plans with an end, and of others if some credits were used. Ordered by
   * grant, starting after `after`.
   */
  endingCycles(until: Date, page?: { readonly after?: number; readonly limit?: number }): Promise<readonly EndingCycle[]>;
  /** Every entry that contributes to a balance, oldest first. */
  explain(userId: string): Promise<readonly Explanation[]>;
  /** Must be empty. Reads the whole ledger: suitable for an hourly check, not for every request. */
  violations(): Promise<readonly Violation[]>;
};

const DAY_MS = 86_400_000;
const SWEEP_LIMIT = 100;
const DEFAULT_PRIORITY = 40;

const given = z.object({ outcome: z.enum(['added', 'known', 'conflict']) });
const givenFree = z.object({ outcome: z.enum(['added', 'known', 'conflict', 'claimed']) });
const revoked = z.object({ outcome: z.enum(['done', 'known', 'unknown']) });
const superseded = z.object({ outcome: z.enum(['done', 'known', 'unknown', 'revoked']) });
const settled = z.object({ outcome: z.enum(['done', 'known', 'closed', 'unknown']) });
const reserved = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['held', 'known']), hold_id: z.string(), available: z.number() }),
  z.object({ outcome: z.enum(['insufficient', 'frozen', 'conflict']), available: z.number() }),
]);
const violation = z.object({ what: z.string(), ref: z.string() });

/** `now` is called once per command. */
export function createLedger(sql: Sql, now: () => Date = () => new Date()): Ledger {
  return { ...giving(sql, now), ...holding(sql, now), ...tidying(sql, now), ...reporting(sql, now) };
}

function intervalOf(cycle: Cycle): string {
  return 'days' in cycle ? `${cycle.days} days` : `${cycle.months} months`;
}

type Giving = Pick<Ledger, 'entitle' | 'entitleFree' | 'give' | 'revoke' | 'supersede' | 'resume' | 'setFrozen' | 'closeAccount'>;

function giving(sql: Sql, now: () => Date): Giving {
  return {
    async entitle({ userId, plan, ref, credits, cycle, startsAt, endsAt }) {
      const rows = await sql.query('select credits.entitle($1, $2, $3, $4, $5::interval, $6, $7, $8) as outcome', [
        userId,
        plan,
        ref,
        credits,
        intervalOf(cycle),
        startsAt,
        endsAt,
        now(),
      ]);
      return given.parse(rows[0]).outcome;
    },
    async entitleFree({ userId, addressKey, credits, cycle, startsAt }) {
      const values = [userId, addressKey, credits, intervalOf(cycle), startsAt, now()];
      const rows = await sql.query('select credits.entitle_free($1, $2, $3, $4::interval, $5, $6) as outcome', values);
      return givenFree.parse(rows[0]).outcome;
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
      // A refund came first; spent credits are owed nevertheless.
      const [late] = await sql.query('select credits.owe($1, $2, $3) as outcome', [ref, freeze, at]);
      return revoked.parse(late).outcome;
    },
    async supersede(ref) {
      const [row] = await sql.query('select credits.supersede($1, $2) as outcome', [ref, now()]);
      return superseded.parse(row).outcome;
    },
    async resume(ref) {
      const [row] = await sql.query('select credits.resume($1, $2) as outcome', [ref, now()]);
      return superseded.parse(row).outcome;
    },
    async setFrozen(userId, frozen) {
      await sql.query('update credits.accounts set frozen_at = $2 where user_id = $1', [userId, frozen ? now() : null]);
    },
    async closeAccount(userId, addressKey) {
      const at = now();
      const debtEnds = new Date(at.getTime() + RETENTION_DAYS.buyerTrace * DAY_MS);
      await sql.query('select credits.close_account($1, $2, $3, $4)', [userId, addressKey, debtEnds, at]);
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

function tidying(sql: Sql, now: () => Date): Pick<Ledger, 'sweep' | 'expire' | 'forgetAddresses'> {
  return {
    // One command per hold or account: a sweeper that locks several accounts could deadlock with one that locks them in another
    // order.
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
    async forgetAddresses() {
      await sql.query('delete from credits.free_claims where until <= $1', [now()]);
    },
  };
}

function reporting(
  sql: Sql,
  now: () => Date,
): Pick<Ledger, 'balance' | 'statement' | 'statementRows' | 'remainders' | 'usage' | 'endingCycles' | 'explain' | 'violations'> {
  return {
    statementRows: (userId, page = {}) => statementRowsOf(sql, userId, page),
    remainders: (userId) => remaindersOf(sql, userId, now()),
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
