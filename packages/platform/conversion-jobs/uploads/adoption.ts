import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { lockOwner } from '@bakkum/idempotency/idempotency';
import { z } from 'zod';
import { hasRoomForJobs, isDeletedOwner, JOB_LOCK } from '../jobs.ts';
import type { Owner } from '../service.ts';
import { freeRoom, lockStorage, ownedBytes, storedBytes } from '../storage.ts';

export type AdoptionLimits = {
  readonly openJobs: number;
  readonly storedBytes: number;
  /** Hash of the network address, for a free account. */
  readonly network?: string | undefined;
  /** Bytes of all free accounts together. */
  readonly freeBytes?: number | undefined;
};

/**
 * Moves a visitor's jobs and files to the account they signed in to, if the account has room for all of them. False if it has not:
 * they stay with the visitor, because the account could otherwise grow without limit by signing out and in again. Locks in the order of
 * README.md.
 */
export function adopt(database: Database, visitor: Owner, person: Owner, limits: AdoptionLimits): Promise<boolean> {
  return database.transaction(async (sql) => {
    await lockOwner(sql, JOB_LOCK, visitor);
    await lockOwner(sql, JOB_LOCK, person);
    if (await isDeletedOwner(sql, person)) return false;
    await lockStorage(sql, person);
    const bytes = await ownedBytes(sql, visitor);
    if (bytes > 0 && (await storedBytes(sql, person)) + bytes > limits.storedBytes) return false;
    if (bytes > 0 && limits.network !== undefined) {
      const { address, site } = await freeRoom(sql, limits.network, limits.freeBytes);
      if (bytes > Math.min(address, site)) return false;
    }
    const open = await openJobsOf(sql, visitor);
    const counted = { owner: person, network: limits.network };
    if (open > 0 && !(await hasRoomForJobs(sql, counted, limits.openJobs, open))) return false;
    await lockOwnedRows(sql, visitor);
    await move(sql, visitor, person, limits);
    return true;
  });
}

async function openJobsOf(sql: Sql, owner: Owner): Promise<number> {
  const [row] = await sql.query(
    "select count(*)::int as open from conversions.jobs where owner = $1 and state in ('queued', 'processing')",
    [owner],
  );
  return z.object({ open: z.number() }).parse(row).open;
}

/** Locks the rows that workers may end now, and the files, which they lock next. */
export async function lockOwnedRows(sql: Sql, owner: Owner): Promise<void> {
  await sql.query("select from conversions.jobs where owner = $1 and state in ('queued', 'processing') order by id for update", [
    owner,
  ]);
  await sql.query('select from conversions.uploads where owner = $1 order by id for update', [owner]);
}

async function move(sql: Sql, visitor: Owner, person: Owner, { storedBytes: most, network }: AdoptionLimits): Promise<void> {
  await sql.query(
    'update conversions.uploads set owner = $2, place = null, network = case when place is not null then $3 end where owner = $1',
    [visitor, person, network ?? null],
  );
  await sql.query(
    `update conversions.upload_keys k set owner = $2
     where k.owner = $1 and not exists (select from conversions.upload_keys o where o.owner = $2 and o.key = k.key)`,
    [visitor, person],
  );
  await sql.query(
    `update conversions.jobs j set owner = $2, place = null, network = case when place is not null then $4 end, stored_bytes = case when ended_at is null then $3 else stored_bytes end,
       idempotency_key = case when exists
         (select from conversions.jobs o where o.owner = $2 and o.idempotency_key = j.idempotency_key) then null else j.idempotency_key end
     where j.owner = $1`,
    [visitor, person, most, network ?? null],
  );
}
