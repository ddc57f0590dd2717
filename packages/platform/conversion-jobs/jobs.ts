/** Jobs from the owner's side: creating, reading, cancelling, retrying, deleting. */
import { randomUUID } from 'node:crypto';
import type { JobState } from '@bakkum/api-contract/conversions/conversions';
import type { Retention, Storage } from '@bakkum/api-contract/conversions/tiers';
import type { OptionValues } from '@bakkum/conversion/options';
import type { Row, Sql } from '@bakkum/database/sql';
import { findByIdempotencyKey, type Idempotency, type KeyedTable, lockOwner, runOnce } from '@bakkum/idempotency/idempotency';
import { z } from 'zod';
import { releaseInput, removeOutputs } from './removal.ts';
import { JOB_COLUMNS, type JobRow, jobRows } from './rows.ts';
import { type Conversions, type Owner, RETRY_MS, sourceOf } from './service.ts';
import { archivedBytes } from './storage.ts';
import { findUpload, type Upload } from './uploads/uploads.ts';

export type Order = {
  readonly owner: Owner;
  /** Hash of the network address of a visitor without an account. */
  readonly place?: string | undefined;
  /** Hash of the network address of a free account. */
  readonly network?: string | undefined;
  readonly uploadId: string;
  readonly targetFormat: string;
  /** Complete and validated. */
  readonly options: OptionValues;
  /** Names of options that must be deleted with the input. */
  readonly secrets: readonly string[];
  readonly retention: Retention;
  /** Temporary by default. */
  readonly storage?: Storage;
  /** Whether to copy the result to a second store. */
  readonly backup?: boolean;
  readonly tag?: string | undefined;
  readonly webhookUrl?: string | undefined;
  /** The API key of the request. */
  readonly keyId?: string | undefined;
  readonly idempotency?: Idempotency | undefined;
  readonly limits: {
    readonly openJobs: number;
    readonly atOnce: number;
    readonly minutes: number;
    readonly archivedBytes?: number;
    readonly storedBytes?: number;
  };
};

export type Ordered =
  | { readonly outcome: 'taken'; readonly job: JobRow; readonly isNew: boolean }
  | { readonly outcome: 'conflict' | 'busy' | 'full' | 'not-found' | 'incomplete' | 'gone' };

const OPEN = "('queued', 'processing')";
const openCount = z.object({ open: z.number() });

/** The lock also keeps the limits of an owner: one job is created or retried at a time. */
export const JOB_LOCK = 'conversions';

const JOBS: KeyedTable<Ordered> = {
  table: 'conversions.jobs',
  owner: 'owner',
  key: 'idempotency_key',
  columns: `deleted_at is not null as deleted, ${JOB_COLUMNS}`,
  resultOf: repeatedJob,
  lock: JOB_LOCK,
};

function repeatedJob(row: Row): Ordered {
  const [job] = jobRows([row]);
  return job && row['deleted'] === false ? { outcome: 'taken', job, isNew: false } : { outcome: 'gone' };
}

/** Finds the job that the same request created before; `gone` once its owner deleted it. */
export async function findRepeatedJob(
  sql: Sql,
  owner: Owner,
  idempotency: Idempotency | undefined,
): Promise<Ordered | undefined> {
  return idempotency && findByIdempotencyKey(sql, JOBS, owner, idempotency);
}

/** Creates a conversion job and queues it, in one transaction. */
export async function orderJob(parts: Conversions, order: Order): Promise<Ordered> {
  return parts.database.transaction((sql) => runOnce(sql, JOBS, order, () => createJob(parts, sql, order)));
}

async function createJob(parts: Conversions, sql: Sql, order: Order): Promise<Ordered> {
  const upload = await lockUpload(sql, order);
  if (!upload) return { outcome: 'not-found' };
  if (upload.removed_at) return { outcome: 'gone' };
  if (!upload.completed_at || upload.format === null) return { outcome: 'incomplete' };
  if (!(await hasRoomForJobs(sql, order, order.limits.openJobs))) return { outcome: 'busy' };
  if (await isArchiveFull(sql, order)) return { outcome: 'full' };
  const job = await insertJob(parts, sql, order, upload);
  await parts.wake(job.id, sql);
  return { outcome: 'taken', job, isNew: true };
}

/** The result's size is not known yet; one that does not fit becomes persistent instead. */
async function isArchiveFull(sql: Sql, { owner, storage, limits }: Order): Promise<boolean> {
  return storage === 'archive' && (await archivedBytes(sql, owner)) >= (limits.archivedBytes ?? 0);
}

/** Locks the upload so that it is not removed before the job that needs it exists. */
async function lockUpload(sql: Sql, { owner, uploadId }: Order): Promise<Upload | undefined> {
  await sql.query('select from conversions.uploads where id = $1 for update', [uploadId]);
  return findUpload(sql, owner, uploadId);
}

/** Jobs of an account or address that are queued or running. */
export async function openJobs(sql: Sql, source: string): Promise<number> {
  const [row] = await sql.query(
    `select count(*)::int as open from conversions.jobs where coalesce(place, owner) = $1 and state in ${OPEN}`,
    [source],
  );
  return openCount.parse(row).open;
}

/** Maximum open jobs of the free accounts of one network address: as many as ten accounts may have. */
export const FREE_OPEN_JOBS_PER_ADDRESS = 500;

type Counted = {
  readonly owner: string;
  readonly place?: string | null | undefined;
  readonly network?: string | null | undefined;
};

/**
 * Whether more jobs may open: of a source, and of a free account's network address. Locks both until the transaction ends; the caller
 * holds the lock of the owner.
 * @param most the limit of the source
 * @param more how many jobs would open
 */
export async function hasRoomForJobs(sql: Sql, { owner, place, network }: Counted, most: number, more = 1): Promise<boolean> {
  const source = sourceOf({ owner, place });
  if (source !== owner) await lockOwner(sql, JOB_LOCK, source);
  if ((await openJobs(sql, source)) + more > most) return false;
  if (network === null || network === undefined) return true;
  await lockOwner(sql, JOB_LOCK, network);
  const [row] = await sql.query(`select count(*)::int as open from conversions.jobs where network = $1 and state in ${OPEN}`, [
    network,
  ]);
  return openCount.parse(row).open + more <= FREE_OPEN_JOBS_PER_ADDRESS;
}

async function insertJob(parts: Conversions, sql: Sql, order: Order, upload: Upload): Promise<JobRow> {
  const now = parts.now();
  const rows = await sql.query(
    `insert into conversions.jobs (id, owner, key_id, idempotency_key, request_hash, upload_id, name, source_format, target_format,
       options, secrets, input_bytes, retention, tag, webhook_url, at_once, minutes, created_at, queued_at, storage, archive_bytes, backup,
       stored_bytes, place, network)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21, $22, $23, $24) returning ${JOB_COLUMNS}`,
    [
      randomUUID(),
      order.owner,
      order.keyId ?? null,
      order.idempotency?.key ?? null,
      order.idempotency?.hash ?? null,
      upload.id,
      upload.name,
      upload.format,
      order.targetFormat,
      JSON.stringify(order.options),
      order.secrets,
      upload.size,
      order.retention,
      order.tag ?? null,
      order.webhookUrl ?? null,
      order.limits.atOnce,
      order.limits.minutes,
      now,
      order.storage ?? 'temporary',
      order.limits.archivedBytes ?? 0,
      order.backup ?? false,
      order.limits.storedBytes ?? null,
      order.place ?? null,
      order.network ?? null,
    ],
  );
  const [job] = jobRows(rows);
  if (!job) throw new Error('an inserted job did not come back');
  return job;
}

/** Jobs deleted by their owner are not found. */
export async function findJob(sql: Sql, owner: string, id: string): Promise<JobRow | undefined> {
  const rows = await sql.query(
    `select ${JOB_COLUMNS} from conversions.jobs where id = $1 and owner = $2 and deleted_at is null`,
    [id, owner],
  );
  return jobRows(rows)[0];
}

export type JobFilter = {
  readonly state?: JobState | undefined;
  readonly tag?: string | undefined;
  /** The last job of the previous page. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listJobs(sql: Sql, owner: string, { state, tag, after, limit }: JobFilter): Promise<readonly JobRow[]> {
  const rows = await sql.query(
    `select ${JOB_COLUMNS} from conversions.jobs
     where owner = $1 and deleted_at is null and ($2::text is null or state = $2) and ($3::text is null or tag = $3)
       and ($4::timestamptz is null or (created_at, id) < ($4, $5::uuid))
     order by created_at desc, id desc limit $6`,
    [owner, state ?? null, tag ?? null, after?.createdAt ?? null, after?.id ?? null, limit],
  );
  return jobRows(rows);
}

/** Ends an open job at once; its worker notices that it lost the claim. Undefined if the job was not open. */
export async function cancelJob(parts: Conversions, owner: string, id: string): Promise<JobRow | undefined> {
  const now = parts.now();
  const rows = await parts.database.query(
    `update conversions.jobs set state = 'cancelled', fence = fence + 1, revision = revision + 1, lease_until = null, progress = null,
       ended_at = $3, retry_until = $4
     where id = $1 and owner = $2 and state in ${OPEN} and deleted_at is null returning ${JOB_COLUMNS}`,
    [id, owner, now, new Date(now.getTime() + RETRY_MS)],
  );
  return jobRows(rows)[0];
}

/** Requeues a failed or cancelled job while its input exists. */
export async function retryJob(
  parts: Conversions,
  { owner, id, openJobs: most }: { readonly owner: string; readonly id: string; readonly openJobs: number },
): Promise<JobRow | 'busy' | 'not-possible'> {
  return parts.database.transaction(async (sql) => {
    await lockOwner(sql, JOBS.lock, owner);
    const counted = await countedFor(sql, owner, id);
    if (!counted) return 'not-possible';
    if (!(await hasRoomForJobs(sql, counted, most))) return 'busy';
    const now = parts.now();
    await sql.query(
      `select from conversions.uploads where id = (select upload_id from conversions.jobs where id = $1 and owner = $2) for update`,
      [id, owner],
    );
    const rows = await sql.query(
      `update conversions.jobs j set state = 'queued', revision = revision + 1, attempts = 0, round = 0, progress = null, error_code = null,
         error_detail = null, ended_at = null, retry_until = null, started_at = null, queued_at = $3
       where j.id = $1 and j.owner = $2 and j.state in ('error', 'cancelled') and j.retry_until > $3 and j.deleted_at is null
         and exists (select from conversions.uploads u where u.id = j.upload_id and u.removed_at is null)
       returning ${JOB_COLUMNS}`,
      [id, owner, now],
    );
    const [job] = jobRows(rows);
    if (!job) return 'not-possible';
    await parts.wake(id, sql);
    return job;
  });
}

const countedRow = z.object({ owner: z.string(), place: z.string().nullable(), network: z.string().nullable() });

async function countedFor(sql: Sql, owner: string, id: string): Promise<Counted | undefined> {
  const [row] = await sql.query('select owner, place, network from conversions.jobs where id = $1 and owner = $2', [id, owner]);
  return row && countedRow.parse(row);
}

/** Ends the job if it is open and deletes its files. False if there is no such job. */
export async function deleteJob(parts: Conversions, owner: string, id: string): Promise<boolean> {
  await cancelJob(parts, owner, id);
  const [row] = await parts.database.query(
    `update conversions.jobs set deleted_at = $3, retry_until = null, revision = revision + 1
     where id = $1 and owner = $2 and deleted_at is null returning upload_id`,
    [id, owner, parts.now()],
  );
  if (!row) return false;
  await removeOutputs(parts, id);
  await releaseInput(parts, z.object({ upload_id: z.string() }).parse(row).upload_id);
  return true;
}

/** Finds a job of any owner; jobs deleted by their owner are not found. */
export async function jobById(sql: Sql, id: string): Promise<JobRow | undefined> {
  return jobRows(await sql.query(`select ${JOB_COLUMNS} from conversions.jobs where id = $1 and deleted_at is null`, [id]))[0];
}
