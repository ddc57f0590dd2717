import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** Bytes an owner has here: uploads, also unfinished ones, and results. */
export async function storedBytes(sql: Sql, owner: string): Promise<number> {
  const [row] = await sql.query(
    `select (select coalesce(sum(received), 0) from conversions.uploads where owner = $1 and removed_at is null)::bigint
       + (select coalesce(sum(o.bytes), 0) from conversions.outputs o join conversions.jobs j on j.id = o.job_id
          where j.owner = $1 and o.removed_at is null)::bigint as bytes`,
    [owner],
  );
  return z.object({ bytes: z.number() }).parse(row).bytes;
}

/** Of those, bytes of results that never expire. */
export async function archivedBytes(sql: Sql, owner: string): Promise<number> {
  const [row] = await sql.query(
    `select coalesce(sum(o.bytes), 0)::bigint as bytes from conversions.outputs o join conversions.jobs j on j.id = o.job_id
     where j.owner = $1 and j.storage = 'archive' and o.removed_at is null`,
    [owner],
  );
  return z.object({ bytes: z.number() }).parse(row).bytes;
}
