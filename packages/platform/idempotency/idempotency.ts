/** Runs a request once per owner and idempotency key. */
import { createHash } from 'node:crypto';
import type { Row, Sql } from '@bakkum/database/sql';

/** An idempotency key and the hash of everything the request asks for. */
export type Idempotency = { readonly key: string; readonly hash: string };

/** A table with a `request_hash` column whose rows are unique by owner and key. Names are SQL and never come from a request. */
export type KeyedTable<Result> = {
  readonly table: string;
  /** Column of the owner. */
  readonly owner: string;
  /** Column of the key. */
  readonly key: string;
  /** Columns that `resultOf` reads, as a select list. */
  readonly columns: string;
  /** Response to a repeated request. */
  readonly resultOf: (row: Row) => Result;
  /** Prefix of the advisory lock per owner. Work under the same prefix and owner never runs concurrently. */
  readonly lock: string;
};

/** The key was used before for a different request. */
export type Conflict = { readonly outcome: 'conflict' };

/** Hashes a request, so that repetitions are recognized without storing it. `body` is a file sent along with it. */
export function requestHash(request: unknown, body?: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify(request));
  if (body) hash.update('\0').update(body);
  return hash.digest('base64url');
}

/** Returns the result of the earlier request under this key; undefined if there was none. */
export async function findByIdempotencyKey<Result>(
  sql: Sql,
  keyed: KeyedTable<Result>,
  owner: string,
  { key, hash }: Idempotency,
): Promise<Result | Conflict | undefined> {
  const [row] = await sql.query(
    `select request_hash, ${keyed.columns} from ${keyed.table} where ${keyed.owner} = $1 and ${keyed.key} = $2`,
    [owner, key],
  );
  if (!row) return undefined;
  return row['request_hash'] === hash ? keyed.resultOf(row) : { outcome: 'conflict' };
}

/** Serializes work of one owner until the transaction ends. */
export async function lockOwner(sql: Sql, lock: string, owner: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${lock}:${owner}`]);
}

/**
 * Runs `work` unless the key was used before. Concurrent requests of one owner wait for each other, so limits per owner that
 * `work` checks hold too. Without `idempotency` the work always runs.
 * @param sql a transaction; `work` must insert the row with the key in it
 */
export async function runOnce<Result, Answer>(
  sql: Sql,
  keyed: KeyedTable<Result>,
  { owner, idempotency }: { readonly owner: string; readonly idempotency?: Idempotency | undefined },
  work: () => Promise<Answer>,
): Promise<Answer | Result | Conflict> {
  await lockOwner(sql, keyed.lock, owner);
  const earlier = idempotency && (await findByIdempotencyKey(sql, keyed, owner, idempotency));
  return earlier ?? work();
}
