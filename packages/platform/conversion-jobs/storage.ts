import { MIN_FILE_BYTES } from '@bakkum/blobs/counted-bytes';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { sourceOf } from './service.ts';

/** Bytes of the results `o`, as limits count them. */
export const RESULT_BYTES = `coalesce(sum(greatest(o.bytes, ${MIN_FILE_BYTES})), 0)`;

/** Bytes of an upload `u` for limits. Each stored piece is a file, which has a minimum size. */
export const UPLOAD_BYTES = `greatest(u.received, u.pieces::bigint * ${MIN_FILE_BYTES})`;
/** The same, with the declared size of unfinished uploads. Each upload counts at least the minimum size, even if empty. */
const RESERVED_BYTES = `greatest(case when u.completed_at is null then coalesce(u.size, 0) else 0 end, ${UPLOAD_BYTES}, ${MIN_FILE_BYTES})`;

/** Bytes stored for the source `$1`. */
const STORED = `(select coalesce(sum(${RESERVED_BYTES}), 0)
     from conversions.uploads u where coalesce(place, owner) = $1 and removed_at is null)::bigint
   + (select ${RESULT_BYTES} from conversions.outputs o join conversions.jobs j on j.id = o.job_id
      where coalesce(j.place, j.owner) = $1 and o.removed_at is null)::bigint`;

const counted = z.object({ bytes: z.number() });

/** Bytes of an owner, wherever they are counted. */
export async function ownedBytes(sql: Sql, owner: string): Promise<number> {
  const [row] = await sql.query(
    `select (select coalesce(sum(${RESERVED_BYTES}), 0)
         from conversions.uploads u where owner = $1 and removed_at is null)::bigint
       + (select ${RESULT_BYTES} from conversions.outputs o join conversions.jobs j on j.id = o.job_id
          where j.owner = $1 and o.removed_at is null)::bigint as bytes`,
    [owner],
  );
  return counted.parse(row).bytes;
}

/** Bytes stored for a source: uploads (unfinished ones with their declared size) and results. */
export async function storedBytes(sql: Sql, source: string): Promise<number> {
  const [row] = await sql.query(`select ${STORED} as bytes`, [source]);
  return counted.parse(row).bytes;
}

/**
 * Bytes stored for all visitors without an account. Declared sizes of unfinished uploads do not count: a few addresses could otherwise
 * keep everyone from uploading without sending a byte.
 */
export async function anonymousBytes(sql: Sql): Promise<number> {
  const [row] = await sql.query(
    `select (select coalesce(sum(${UPLOAD_BYTES}), 0) from conversions.uploads u where place is not null and removed_at is null)::bigint
       + (select ${RESULT_BYTES} from conversions.outputs o join conversions.jobs j on j.id = o.job_id
          where j.place is not null and o.removed_at is null)::bigint as bytes`,
  );
  return counted.parse(row).bytes;
}

/** Serialises changes to the storage of a source, so that two transactions do not use the same free room. */
export async function lockStorage(sql: Sql, source: string): Promise<void> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('storage:' || $1, 0))", [source]);
}

type Stored = {
  readonly owner: string;
  readonly place: string | null;
  readonly received: number;
  readonly pieces: number;
  readonly size: number | null;
};

/** Maximum total bytes of an upload. @param most the storage limit of its source */
export async function roomFor(sql: Sql, { owner, place, received, pieces, size }: Stored, most: number): Promise<number> {
  const counted = Math.max(received, size ?? 0, Math.max(pieces, 1) * MIN_FILE_BYTES);
  return most - (await storedBytes(sql, sourceOf({ owner, place }))) + counted;
}

const limited = z.object({ source: z.string(), most: z.number() });

/**
 * Whether a job's owner has room for results that count as that many bytes. Inputs that no other job needs do not count, because they are
 * removed when the job ends. The room stays reserved until the transaction ends. True for a job that does not exist under this
 * fence.
 */
export async function hasRoomForResults(
  sql: Sql,
  { id, fence }: { readonly id: string; readonly fence: number },
  { bytes, now }: { readonly bytes: number; readonly now: Date },
): Promise<boolean> {
  const [row] = await sql.query(
    'select coalesce(place, owner) as source, stored_bytes as most from conversions.jobs where id = $1 and fence = $2 and stored_bytes is not null',
    [id, fence],
  );
  if (!row) return true;
  const { source, most } = limited.parse(row);
  await lockStorage(sql, source);
  const [stays] = await sql.query(
    `select ${STORED} - (select coalesce(sum(${UPLOAD_BYTES}), 0) from conversions.uploads u
       where coalesce(u.place, u.owner) = $1 and u.removed_at is null and exists (select from conversions.jobs j where j.upload_id = u.id)
         and not exists (select from conversions.jobs j
           where j.upload_id = u.id and j.id <> $2 and (j.ended_at is null or j.retry_until > $3)))::bigint as bytes`,
    [source, id, now],
  );
  return z.object({ bytes: z.number() }).parse(stays).bytes + bytes <= most;
}

/** Bytes of an owner in results that never expire. */
export async function archivedBytes(sql: Sql, owner: string): Promise<number> {
  const [row] = await sql.query(
    `select ${RESULT_BYTES}::bigint as bytes from conversions.outputs o join conversions.jobs j on j.id = o.job_id
     where j.owner = $1 and j.storage = 'archive' and o.removed_at is null`,
    [owner],
  );
  return z.object({ bytes: z.number() }).parse(row).bytes;
}
