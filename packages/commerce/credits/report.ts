import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

export type Balance = {
  /** Credits available to spend. */
  readonly available: number;
  /** Credits reserved for running work. */
  readonly held: number;
  /** Credits that the active grants started with. */
  readonly total: number;
  /** Credits spent from a payment that was reversed. */
  readonly owed: number;
  readonly frozen: boolean;
  /** The plan with the current cycle; the free plan only if there is no other. */
  readonly plan?: string;
  /** When that cycle ends and the credits renew. */
  readonly resetsAt?: Date;
};

export type StatementEntry = {
  readonly id: number;
  readonly at: Date;
  readonly kind: 'grant' | 'reserve' | 'settle' | 'expire' | 'claw_back';
  /** Change of the available credits; negative for a decrease. */
  readonly available: number;
  /** Reserved credits that were spent. */
  readonly spent: number;
  /** Available credits after the entry. */
  readonly balance: number;
  /** Purpose of a hold. */
  readonly purpose?: string;
  /** Source of granted credits: `plan`, `promotion`, `goodwill`, `operator`. */
  readonly source?: string;
  /** The plan of a grant from `plan`. */
  readonly plan?: string;
  readonly note?: string;
};

export type Usage = {
  readonly grantedAt: Date;
  readonly expiresAt: Date;
  readonly amount: number;
  readonly remaining: number;
  readonly held: number;
  readonly spent: number;
};

/** A cycle or a pack that ends soon with credits left. */
export type EndingCycle = {
  readonly grantId: number;
  readonly userId: string;
  readonly left: number;
  readonly endsAt: Date;
  /** Whether new credits may follow, unlike for packs and replaced plans. */
  readonly renews: boolean;
};

export type Explanation = {
  readonly transaction: number;
  readonly at: Date;
  readonly kind: string;
  readonly ref: string;
  readonly grant: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  /** Available credits of the account after this entry. */
  readonly available: number;
  readonly held: number;
};

const PAGE_SIZE = 50;

const balanceRow = z.object({
  available: z.number(),
  held: z.number(),
  total: z.number(),
  owed: z.number(),
  frozen: z.boolean(),
  plan: z.string().nullable(),
  resets_at: z.date().nullable(),
});

/** @internal Part of `Ledger`. */
export async function balanceOf(sql: Sql, userId: string, now: Date): Promise<Balance> {
  const rows = await sql.query('select * from credits.balance($1, $2)', [userId, now]);
  const { plan, resets_at: resetsAt, ...row } = balanceRow.parse(rows[0]);
  return { ...row, ...(plan !== null && { plan }), ...(resetsAt && { resetsAt }) };
}

const statementRow = z.object({
  id: z.number(),
  at: z.date(),
  kind: z.enum(['grant', 'reserve', 'settle', 'expire', 'claw_back']),
  available: z.number(),
  spent: z.number(),
  balance: z.number(),
  purpose: z.string().nullable(),
  source: z.string().nullable(),
  plan: z.string().nullable(),
  note: z.string().nullable(),
});

const STATEMENT = `
  with entry as (
    select t.id, t.at, t.kind, t.ref,
      coalesce(sum(p.amount) filter (where p.account = 'available'), 0)::bigint as available,
      coalesce(sum(p.amount) filter (where p.account = 'spent'), 0)::bigint as spent,
      min(p.grant_id) as grant_id
    from credits.transactions t
    join credits.accounts a on a.id = t.account_id
    left join credits.postings p on p.transaction_id = t.id
    where a.user_id = $1
    group by t.id
  ), running as (
    select *, sum(available) over (order by id)::bigint as balance from entry
  )
  select r.id, r.at, r.kind, r.available, r.spent, r.balance, h.purpose, g.source, e.plan, g.note
  from running r
  left join credits.holds h on r.kind in ('reserve', 'settle') and h.id::text = r.ref
  left join credits.grants g on r.kind not in ('reserve', 'settle') and g.id = r.grant_id
  left join credits.entitlements e on e.id = g.entitlement_id
  where ($2::bigint is null or r.id < $2) and (r.available <> 0 or r.spent <> 0)
  order by r.id desc limit $3`;

/** @internal Part of `Ledger`. */
export async function statementOf(
  sql: Sql,
  userId: string,
  { before, limit = PAGE_SIZE }: { readonly before?: number; readonly limit?: number },
): Promise<readonly StatementEntry[]> {
  const rows = z.array(statementRow).parse(await sql.query(STATEMENT, [userId, before, limit]));
  return rows.map(({ purpose, source, plan, note, ...entry }) => ({
    ...entry,
    ...(purpose !== null && { purpose }),
    ...(source !== null && { source }),
    ...(plan !== null && { plan }),
    ...(note !== null && { note }),
  }));
}

const usageRow = z.object({
  granted_at: z.date(),
  expires_at: z.date(),
  amount: z.number(),
  remaining: z.number(),
  held: z.number(),
  spent: z.number(),
});

const USAGE = `
  select g.granted_at, g.expires_at, g.amount, g.remaining, g.held,
    coalesce((select sum(m.amount) from credits.movements m where m.grant_id = g.id and m.to_account = 'spent'), 0)::bigint as spent
  from credits.grants g join credits.entitlements e on e.id = g.entitlement_id
  where e.source_ref = $1 order by g.id`;

/** @internal Part of `Ledger`. */
export async function usageOf(sql: Sql, ref: string): Promise<readonly Usage[]> {
  const rows = z.array(usageRow).parse(await sql.query(USAGE, [ref]));
  return rows.map(({ granted_at: grantedAt, expires_at: expiresAt, ...usage }) => ({ grantedAt, expiresAt, ...usage }));
}

const explanationRow = z.object({
  transaction: z.number(),
  at: z.date(),
  kind: z.string(),
  ref: z.string(),
  grant: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.number(),
  available: z.number(),
  held: z.number(),
});

const EXPLANATION = `
  select t.id as transaction, t.at, t.kind, t.ref, g.source || ':' || g.source_ref as grant,
    m.from_account as from, m.to_account as to, m.amount,
    sum(case when m.to_account = 'available' then m.amount when m.from_account = 'available' then -m.amount else 0 end)
      over entries::bigint as available,
    sum(case when m.to_account = 'held' then m.amount when m.from_account = 'held' then -m.amount else 0 end)
      over entries::bigint as held
  from credits.transactions t
  join credits.accounts a on a.id = t.account_id
  join credits.movements m on m.transaction_id = t.id
  join credits.grants g on g.id = m.grant_id
  where a.user_id = $1
  window entries as (order by t.id, m.seq)
  order by t.id, m.seq`;

/** @internal Part of `Ledger`. */
export async function explain(sql: Sql, userId: string): Promise<readonly Explanation[]> {
  return z.array(explanationRow).parse(await sql.query(EXPLANATION, [userId]));
}

const endingRow = z.object({
  grant_id: z.number(),
  user_id: z.string(),
  remaining: z.number(),
  expires_at: z.date(),
  renews: z.boolean(),
});

// Paid plans have an end; a notice about free credits is useful only to people who use them.
const ENDING = `
  select g.id as grant_id, a.user_id, g.remaining, g.expires_at, e.plan <> 'pack' and e.superseded_at is null as renews
  from credits.grants g
  join credits.entitlements e on e.id = g.entitlement_id
  join credits.accounts a on a.id = g.account_id
  where g.closed_at is null and g.remaining > 0 and g.expires_at > $1 and g.expires_at <= $2 and g.id > $3
    and a.user_id is not null and (e.ends_at is not null or g.remaining + g.held < g.amount)
  order by g.id limit $4`;

/** @internal Part of `Ledger`. */
export async function endingCyclesOf(
  sql: Sql,
  { now, until, after, limit }: { readonly now: Date; readonly until: Date; readonly after: number; readonly limit: number },
): Promise<readonly EndingCycle[]> {
  const rows = z.array(endingRow).parse(await sql.query(ENDING, [now, until, after, limit]));
  return rows.map((row) => ({
    grantId: row.grant_id,
    userId: row.user_id,
    left: row.remaining,
    endsAt: row.expires_at,
    renews: row.renews,
  }));
}
