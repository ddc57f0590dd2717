import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** Bytes an owner has here: uploads, unfinished ones with all they were said to become, and results. */
export async function storedBytes(sql: Sql, owner: string): Promise<number> {
  const [row] = await sql.query(
    `select (select coalesce(sum(case when completed_at is null then greatest(received, coalesce(size, 0)) else received end), 0)
               from conversions.uploads where owner = $1 and removed_at is null)::bigint
       + (select coalesce(sum(o.bytes), 0) from conversions.outputs o join conversions.jobs j on j.id = o.job_id
          where j.owner = $1 and o.removed_at is null)::bigint as bytes`,
    [owner],
  );
  return z.object({ bytes: z.number() }).parse(row).bytes;
}

/** Who takes room of an owner's waits here until whoever did so before has it, so that they do not take the same room together. */
export async function lockStorage(sql: Sql, owner: string): Promise<void> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('storage:' || $1, 0))", [owner]);
}

/** Bytes an upload may have in all. @param most what its owner may keep */
export async function roomFor(
  sql: Sql,
  { owner, received, size }: { readonly owner: string; readonly received: number; readonly size: number | null },
  most: number,
): Promise<number> {
  return most - (await storedBytes(sql, owner)) + Math.max(received, size ?? 0);
}

/** Bytes of an owner in results that never expire. */
export async function archivedBytes(sql: Sql, owner: string): Promise<number> {
  const [row] = await sql.query(
    `select coalesce(sum(o.bytes), 0)::bigint as bytes from conversions.outputs o join conversions.jobs j on j.id = o.job_id
     where j.owner = $1 and j.storage = 'archive' and o.removed_at is null`,
    [owner],
  );
  return z.object({ bytes: z.number() }).parse(row).bytes;
}
