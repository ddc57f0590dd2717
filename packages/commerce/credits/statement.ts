/** The statement of an account as shown to its owner: one row per order, whatever happened to its credits. */
import { CREDIT_PURPOSES, type CreditPurpose, GIFT_SOURCES } from '@bakkum/api-contract/billing/credits';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

type Common = {
  /** Id of the first transaction of the row; rows are sorted by it. */
  readonly id: number;
  readonly at: Date;
  /** Change of the available credits by the whole row; negative for a decrease. */
  readonly change: number;
  /** Available credits after this row and all older ones. */
  readonly balance: number;
};

/** State of the credits of an order. */
export type OrderState = 'held' | 'spent' | 'partly-returned' | 'returned';

export type StatementRow = Common &
  (
    | {
        readonly kind: 'order';
        readonly holdId: string;
        readonly purpose: CreditPurpose;
        readonly state: OrderState;
        readonly reserved: number;
        readonly spent: number;
        /** Unspent credits that expired or were removed before they could be returned. */
        readonly lost: number;
      }
    | {
        readonly kind: 'grant';
        readonly source: 'plan' | (typeof GIFT_SOURCES)[number];
        /** The plan that granted the credits, if any. */
        readonly plan?: string;
        readonly amount: number;
        readonly remaining: number;
        readonly expiresAt: Date;
        /** Why the credits can no longer be spent: `replaced` early by a paid plan, or `removed` with their payment. */
        readonly closed?: 'expired' | 'replaced' | 'removed';
        /** Reference of the entitlement, such as `paypal:<capture>`. */
        readonly ref?: string;
        readonly note?: string;
      }
    | {
        readonly kind: 'expire';
        readonly source: 'plan' | (typeof GIFT_SOURCES)[number];
        readonly plan?: string;
        readonly early: boolean;
      }
    | { readonly kind: 'claw_back'; readonly plan?: string; readonly disputed: boolean }
  );

export type StatementPage = { readonly before?: number; readonly limit?: number };
const PAGE_SIZE = 50;

const source = z.enum(['plan', ...GIFT_SOURCES]);
const common = { id: z.number(), at: z.date(), change: z.number(), balance: z.number() };
const grantPart = { source, plan: z.string().nullable() };
const row = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('reserve'),
    hold_id: z.string(),
    purpose: z.enum(CREDIT_PURPOSES),
    status: z.enum(['open', 'settled', 'released', 'swept']),
    reserved: z.number(),
    spent: z.number(),
    lost: z.number(),
  }),
  z.object({
    ...common,
    ...grantPart,
    kind: z.literal('grant'),
    amount: z.number(),
    remaining: z.number(),
    expires_at: z.date(),
    source_ref: z.string().nullable(),
    note: z.string().nullable(),
    closed: z.enum(['expired', 'replaced', 'removed']).nullable(),
  }),
  z.object({ ...common, ...grantPart, kind: z.literal('expire'), early: z.boolean() }),
  z.object({ ...common, ...grantPart, kind: z.literal('claw_back'), disputed: z.boolean() }),
]);
type Row = z.infer<typeof row>;

// A hold is settled in a second transaction, which is shown in the row of the first.
const ROWS = `
  with entry as (
    select t.id, coalesce(h.transaction_id, t.id) as row_id
    from credits.transactions t
    join credits.accounts a on a.id = t.account_id
    left join credits.holds h on h.id = case when t.kind = 'settle' then t.ref::uuid end
    where a.user_id = $1
  ), summed as (
    select e.row_id as id,
      coalesce(sum(p.amount) filter (where p.account = 'available'), 0)::bigint as change,
      coalesce(sum(p.amount) filter (where p.account = 'spent'), 0)::bigint as spent,
      coalesce(sum(p.amount) filter (where p.account in ('expired', 'clawed_back')), 0)::bigint as lost,
      min(p.grant_id) as grant_id
    from entry e left join credits.postings p on p.transaction_id = e.id
    group by e.row_id
  ), running as (
    select *, sum(change) over (order by id)::bigint as balance from summed
  )
  select r.id, t.at, t.kind, r.change, r.balance, r.spent, r.lost, h.id as hold_id, h.purpose, h.status, h.amount as reserved,
    g.source, e.plan, g.amount, g.remaining, g.expires_at, e.source_ref, g.note,
    coalesce(g.closed_at < g.expires_at, false) as early,
    case when g.closed_as = 'clawed_back' then 'removed' when g.closed_at < g.expires_at then 'replaced' else g.closed_as end as closed, coalesce(e.revoked_owing, false) as disputed
  from running r
  join credits.transactions t on t.id = r.id
  left join credits.holds h on h.id = case when t.kind = 'reserve' then t.ref::uuid end
  left join credits.grants g on t.kind <> 'reserve' and g.id = r.grant_id
  left join credits.entitlements e on e.id = g.entitlement_id
  where ($2::bigint is null or r.id < $2) and (t.kind = 'reserve' or r.change <> 0)
  order by r.id desc limit $3`;

/** @internal Part of `Ledger`. */
export async function statementRowsOf(
  sql: Sql,
  userId: string,
  { before, limit = PAGE_SIZE }: StatementPage,
): Promise<readonly StatementRow[]> {
  return z
    .array(row)
    .parse(await sql.query(ROWS, [userId, before, limit]))
    .map(rowOf);
}

function rowOf(given: Row): StatementRow {
  const { id, at, change, balance } = given;
  const shared = { id, at, change, balance };
  const plan = 'plan' in given && given.plan !== null ? { plan: given.plan } : {};
  switch (given.kind) {
    case 'reserve': {
      const { hold_id: holdId, purpose, reserved, spent, lost } = given;
      return { ...shared, kind: 'order', holdId, purpose, reserved, spent, lost, state: stateOf(given) };
    }
    case 'grant': {
      const { source: from, amount, remaining, expires_at: expiresAt, source_ref: ref, note, closed } = given;
      const optional = { ...(closed !== null && { closed }), ...(ref !== null && { ref }), ...(note !== null && { note }) };
      return { ...shared, kind: 'grant', source: from, ...plan, amount, remaining, expiresAt, ...optional };
    }
    case 'expire':
      return { ...shared, kind: 'expire', source: given.source, ...plan, early: given.early };
    case 'claw_back':
      return { ...shared, kind: 'claw_back', ...plan, disputed: given.disputed };
  }
}

function stateOf({ status, reserved, spent }: Extract<Row, { kind: 'reserve' }>): OrderState {
  if (status === 'open') return 'held';
  if (spent === 0) return 'returned';
  return spent < reserved ? 'partly-returned' : 'spent';
}

/** Credits left of one grant. */
export type Remainder = {
  readonly source: 'plan' | (typeof GIFT_SOURCES)[number];
  readonly plan?: string;
  readonly amount: number;
  readonly expiresAt: Date;
};

const remainder = z.object({ source, plan: z.string().nullable(), remaining: z.number(), expires_at: z.date() });

const REMAINDERS = `
  select g.source, e.plan, g.remaining, g.expires_at
  from credits.grants g
  join credits.accounts a on a.id = g.account_id
  left join credits.entitlements e on e.id = g.entitlement_id
  where a.user_id = $1 and g.closed_at is null and g.remaining > 0 and g.expires_at > $2
  order by g.priority, g.expires_at, g.id`;

/** @internal Part of `Ledger`. */
export async function remaindersOf(sql: Sql, userId: string, now: Date): Promise<readonly Remainder[]> {
  return z
    .array(remainder)
    .parse(await sql.query(REMAINDERS, [userId, now]))
    .map(({ source: from, plan, remaining: amount, expires_at: expiresAt }) => ({
      source: from,
      ...(plan !== null && { plan }),
      amount,
      expiresAt,
    }));
}
