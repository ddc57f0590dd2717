import { MIN_FILE_BYTES } from '@bakkum/blobs/counted-bytes';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { HAS_JOB, hasNoJob, needsInputs } from './inputs.ts';
import { sourceOf } from './service.ts';

/** Bytes of the results `o`, as limits count them. */
export const RESULT_BYTES = `coalesce(sum(greatest(o.bytes, ${MIN_FILE_BYTES})), 0)`;

/** Bytes of an upload `u` for limits. Each stored piece is a file, which has a minimum size. */
export const UPLOAD_BYTES = `greatest(u.received, u.pieces::bigint * ${MIN_FILE_BYTES})`;
/** The same, with the declared size of unfinished uploads. Each upload counts at least the minimum size, even if empty. */
const RESERVED_BYTES = `greatest(case when u.completed_at is null then coalesce(u.size, 0) else 0 end, ${UPLOAD_BYTES}, ${MIN_FILE_BYTES})`;

/** Counts by account, or by network address for visitors without one. */
const SOURCE = (table: 'u' | 'j'): string => `coalesce(${table}.place, ${table}.owner) = $1`;
/** Counts the free accounts of a network address. */
const NETWORK = (table: 'u' | 'j'): string => `${table}.network = $1`;
type Counted = typeof SOURCE;

/** Bytes stored for `$1`. */
const STORED = (of: Counted): string => `(select coalesce(sum(${RESERVED_BYTES}), 0)
     from conversions.uploads u where ${of('u')} and removed_at is null)::bigint
   + (select ${RESULT_BYTES} from conversions.outputs o join conversions.jobs j on j.id = o.job_id
      where ${of('j')} and o.removed_at is null)::bigint`;

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
  const [row] = await sql.query(`select ${STORED(SOURCE)} as bytes`, [source]);
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

/** Maximum bytes of the free accounts that use one network address. */
export const FREE_BYTES_PER_ADDRESS = 5_000_000_000;
/** Share of the space left by others that one address may use, so that a few addresses cannot fill it. */
const ADDRESS_SHARE = 0.25;
/** Bytes that an address may always use, if there is space at all. */
const ADDRESS_FLOOR = 20_000_000;

/** Bytes left for free accounts: of one address, and of all together. Both may be negative. */
export type FreeRoom = { readonly address: number; readonly site: number };

/**
 * Room of a free account's network address. Declared sizes of unfinished uploads count for their address only, as for visitors without an
 * account. Takes the lock of the address, after that of the account.
 * @param most bytes of all free accounts together
 */
export async function freeRoom(sql: Sql, network: string, most = Number.POSITIVE_INFINITY): Promise<FreeRoom> {
  await lockStorage(sql, network);
  const [row] = await sql.query(
    `select ${STORED(NETWORK)} as here,
       (select coalesce(sum(${UPLOAD_BYTES}), 0) from conversions.uploads u where network is not null and removed_at is null)::bigint
       + (select ${RESULT_BYTES} from conversions.outputs o join conversions.jobs j on j.id = o.job_id
          where j.network is not null and o.removed_at is null)::bigint as total,
       (select coalesce(sum(${UPLOAD_BYTES}), 0) from conversions.uploads u where network = $1 and removed_at is null)::bigint
       + (select ${RESULT_BYTES} from conversions.outputs o join conversions.jobs j on j.id = o.job_id
          where j.network = $1 and o.removed_at is null)::bigint as received`,
    [network],
  );
  const { here, total, received } = z.object({ here: z.number(), total: z.number(), received: z.number() }).parse(row);
  const share = Math.max(ADDRESS_FLOOR, (most - (total - received)) * ADDRESS_SHARE);
  return { address: Math.min(FREE_BYTES_PER_ADDRESS, share) - here, site: most - total };
}

/** Serialises changes to the storage of a source, so that two transactions do not use the same free room. */
export async function lockStorage(sql: Sql, source: string): Promise<void> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('storage:' || $1, 0))", [source]);
}

type Stored = {
  readonly owner: string;
  readonly place: string | null;
  readonly network: string | null;
  readonly received: number;
  readonly pieces: number;
  readonly size: number | null;
};

/**
 * Maximum total bytes of an upload.
 * @param most the storage limit of its source
 * @param freeBytes bytes of all free accounts together
 */
export async function roomFor(sql: Sql, upload: Stored, most: number, freeBytes?: number): Promise<number> {
  const { owner, place, network, received, pieces, size } = upload;
  const counted = Math.max(received, size ?? 0, Math.max(pieces, 1) * MIN_FILE_BYTES);
  const own = most - (await storedBytes(sql, sourceOf({ owner, place })));
  if (network === null) return own + counted;
  const { address, site } = await freeRoom(sql, network, freeBytes);
  return Math.min(own, address, site) + counted;
}

const limited = z.object({
  owner: z.string(),
  source: z.string(),
  network: z.string().nullable(),
  stored_bytes: z.number().nullable(),
  storage: z.string(),
  archive_bytes: z.number(),
});

/** A job's owner and storage limits. */
export type StorageLimits = z.infer<typeof limited>;

/** Undefined if there is no such job under this fence. */
export async function storageLimits(
  sql: Sql,
  { id, fence }: { readonly id: string; readonly fence: number },
): Promise<StorageLimits | undefined> {
  const [row] = await sql.query(
    `select owner, coalesce(place, owner) as source, network, stored_bytes, storage, archive_bytes from conversions.jobs
     where id = $1 and fence = $2`,
    [id, fence],
  );
  return row && limited.parse(row);
}

/**
 * Whether a job's owner has room for results that count as that many bytes. Inputs that no other job needs do not count, because they are
 * removed when the job ends. The room stays reserved until the transaction ends.
 */
export async function hasRoomForResults(
  sql: Sql,
  { source, network, stored_bytes: most }: StorageLimits,
  {
    id,
    bytes,
    now,
    freeBytes,
  }: { readonly id: string; readonly bytes: number; readonly now: Date; readonly freeBytes?: number | undefined },
): Promise<boolean> {
  if (most === null) return true;
  await lockStorage(sql, source);
  const unneeded = (of: Counted): string => `(select coalesce(sum(${UPLOAD_BYTES}), 0) from conversions.uploads u
       where ${of('u')} and u.removed_at is null and ${HAS_JOB}
         and ${hasNoJob(`j.id <> $2 and (${needsInputs('$3')})`)})::bigint`;
  const [stays] = await sql.query(`select ${STORED(SOURCE)} - ${unneeded(SOURCE)} as bytes`, [source, id, now]);
  if (counted.parse(stays).bytes + bytes > most) return false;
  if (network === null) return true;
  const { address, site } = await freeRoom(sql, network, freeBytes);
  const [leaves] = await sql.query(`select ${unneeded(NETWORK)} as bytes`, [network, id, now]);
  return bytes <= Math.min(address, site) + counted.parse(leaves).bytes;
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
