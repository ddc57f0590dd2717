/** Jobs from the owner's side: creating, reading, cancelling, retrying, deleting. */
import { randomUUID } from 'node:crypto';
import type { JobState, Operation } from '@bakkum/api-contract/conversions/conversions';
import type { Retention, Storage } from '@bakkum/api-contract/conversions/tiers';
import type { OptionValues } from '@bakkum/conversion/options';
import type { Row, Sql } from '@bakkum/database/sql';
import { findByIdempotencyKey, type Idempotency, type KeyedTable, lockOwner, runOnce } from '@bakkum/idempotency/idempotency';
import { z } from 'zod';
import { expectedWait } from './estimates.ts';
import { inputsOf, insertFurtherInputs, retryUntil } from './inputs.ts';
import { releaseInputsOf, removeOutputs } from './removal.ts';
import { JOB_COLUMNS, type JobRow, jobRows, type OutputRow, outputRows, RESULTS_OF_JOB } from './rows.ts';
import { type Conversions, type Owner, RETRY_MS, sourceOf, turnOf } from './service.ts';
import { announceChanges, announceJob, announceWaiting, CHANGE_COLUMNS } from './signals.ts';
import { archivedBytes } from './storage.ts';
import { insertUpload, lockedUploads, type NoRoom, noRoomFor, type Upload, type WholeUpload } from './uploads/uploads.ts';

export type Order = {
  readonly owner: Owner;
  /** Hash of the network address of a visitor without an account. */
  readonly place?: string | undefined;
  /** Hash of the network address of a free account. */
  readonly network?: string | undefined;
  readonly uploadId: string;
  /** The file with that id, if it is recorded together with the job. */
  readonly newUpload?: WholeUpload | undefined;
  /** The files after the first, in order. */
  readonly furtherUploadIds?: readonly string[];
  /** What to make of several files. */
  readonly operation?: Operation | undefined;
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
  /** Whether the account's webhook endpoint applies if the job has no address itself. */
  readonly usesEndpoint?: boolean;
  /** The API key of the request. */
  readonly keyId?: string | undefined;
  readonly idempotency?: Idempotency | undefined;
  readonly limits: {
    readonly openJobs: number;
    readonly atOnce: number;
    readonly minutes: number;
    readonly archivedBytes?: number;
    readonly storedBytes?: number;
    /** Longest time until the job starts, in minutes. A job that would wait longer is refused. Default: any. */
    readonly waitMinutes?: number;
  };
};

/** The job would wait longer than its tier is promised. */
export type QueueFull = { readonly outcome: 'overloaded'; readonly retryAfterS: number };

export type Ordered =
  | QueueFull
  | { readonly outcome: 'no-room'; readonly limit: NoRoom }
  | { readonly outcome: 'taken'; readonly job: JobRow; readonly isNew: boolean }
  | { readonly outcome: 'conflict' | 'busy' | 'full' | 'not-found' | 'incomplete' | 'gone' };

const OPEN = "('queued', 'processing')";
const openCount = z.object({ open: z.number() });

/** The lock also keeps the limits of an owner: one job is created or retried at a time. README.md has the order of all locks. */
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

/** Creates a conversion job and queues it, in one transaction, which also records its file if that is new. @throws NoSpace */
export async function orderJob(parts: Conversions, order: Order): Promise<Ordered> {
  // Read before the transaction, which holds the only connection of an in-process database.
  const wait = await expectedWait(parts, turnOf(order));
  return parts.database.transaction((sql) =>
    runOnce(sql, JOBS, order, async () => refusedFor(wait, order) ?? createJob(parts, sql, order)),
  );
}

type Waiting = Pick<Order, 'owner' | 'place' | 'network' | 'limits'>;

/**
 * Refuses a job that would wait too long before its files arrive, so that they are not sent for nothing. Undefined if a job has this
 * idempotency key, because only the files show whether its request is repeated.
 */
export async function refusedBeforeFiles(
  parts: Conversions,
  order: Waiting,
  key: string | undefined,
): Promise<QueueFull | undefined> {
  const refused = refusedFor(await expectedWait(parts, turnOf(order)), order);
  if (!refused || key === undefined) return refused;
  return (await isKeyUsed(parts.database, order.owner, key)) ? undefined : refused;
}

/** Whether a job has this idempotency key. Only its files show whether a request is repeated. */
export async function isKeyUsed(sql: Sql, owner: Owner, key: string): Promise<boolean> {
  return (await sql.query('select from conversions.jobs where owner = $1 and idempotency_key = $2', [owner, key])).length > 0;
}

const MINUTE_MS = 60_000;
/** Limits of `retryAfterS`. A queue that is slightly too long shortens soon, and more workers may serve a long one. */
const RETRY_S = { min: 5, max: 600 } as const;

/** Refuses a job that would wait longer than its tier is promised. */
function refusedFor(waitMs: number, { limits: { waitMinutes } }: Waiting): QueueFull | undefined {
  const excessMs = waitMs - (waitMinutes ?? Number.POSITIVE_INFINITY) * MINUTE_MS;
  if (!(excessMs > 0)) return undefined;
  return { outcome: 'overloaded', retryAfterS: Math.min(RETRY_S.max, Math.max(RETRY_S.min, Math.ceil(excessMs / 1000))) };
}

async function createJob(parts: Conversions, sql: Sql, order: Order): Promise<Ordered> {
  if (await isDeletedOwner(sql, order.owner)) return { outcome: 'not-found' };
  const found = await findInputs(parts, sql, order);
  if ('outcome' in found) return found;
  if (!(await hasRoomForJobs(sql, order, order.limits.openJobs))) return { outcome: 'busy' };
  if (await isArchiveFull(sql, order)) return { outcome: 'full' };
  const uploads: Uploads = 'piece' in found ? [await insertUpload(parts, sql, found)] : found;
  const job = await insertJob(parts, sql, order, uploads);
  announceWaiting(parts, sql);
  return { outcome: 'taken', job, isNew: true };
}

/** Whether the account was deleted after the request began. The caller holds its `JOB_LOCK`. */
export async function isDeletedOwner(sql: Sql, owner: Owner): Promise<boolean> {
  return (await sql.query('select from conversions.deleted_owners where owner = $1', [owner])).length > 0;
}

/** The files of a job, or the new file for which room is reserved. Locks storage before jobs, as `adopt` does. */
async function findInputs(parts: Conversions, sql: Sql, order: Order): Promise<Uploads | WholeUpload | Ordered> {
  const { newUpload } = order;
  if (!newUpload) {
    const uploads = await lockedInputs(sql, order);
    return typeof uploads === 'string' ? { outcome: uploads } : uploads;
  }
  const limit = await noRoomFor(parts, sql, newUpload);
  return limit ? { outcome: 'no-room', limit } : newUpload;
}

/** The files of a job, locked, so that none is removed before the job that needs it exists. */
async function lockedInputs(sql: Sql, order: Order): Promise<Uploads | 'not-found' | 'gone' | 'incomplete'> {
  const ids = [order.uploadId, ...(order.furtherUploadIds ?? [])];
  const found = await lockedUploads(sql, order.owner, ids);
  const [first, ...rest] = ids.flatMap((id) => found.get(id) ?? []);
  if (!first || rest.length < ids.length - 1) return 'not-found';
  const uploads: Uploads = [first, ...rest];
  if (uploads.some(({ removed_at: removed }) => removed)) return 'gone';
  return first.format === null || uploads.some(({ completed_at: completed }) => !completed) ? 'incomplete' : uploads;
}

type Uploads = readonly [Upload, ...Upload[]];

/** The result's size is not known yet; one that does not fit becomes persistent instead. */
async function isArchiveFull(sql: Sql, { owner, storage, limits }: Order): Promise<boolean> {
  return storage === 'archive' && (await archivedBytes(sql, owner)) >= (limits.archivedBytes ?? 0);
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

async function insertJob(parts: Conversions, sql: Sql, order: Order, uploads: Uploads): Promise<JobRow> {
  const [, ...further] = uploads;
  const rows = await sql.query(
    `insert into conversions.jobs (id, owner, key_id, idempotency_key, request_hash, upload_id, name, source_format, target_format,
       options, secrets, input_bytes, retention, tag, webhook_url, at_once, minutes, created_at, queued_at, storage, archive_bytes, backup,
       stored_bytes, place, network, operation, input_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       coalesce($15, (select url from conversions.webhook_endpoints where owner = $2 and $25::boolean)), $16, $17, $18, $18, $19, $20, $21, $22, $23, $24, $26, $27)
     returning ${JOB_COLUMNS}`,
    valuesOf(order, uploads, parts.now()),
  );
  const [job] = jobRows(rows);
  if (!job) throw new Error('an inserted job did not come back');
  await insertFurtherInputs(
    sql,
    job.id,
    further.map(({ id }) => id),
  );
  return job;
}

/** Values of a new row, in the order of its columns. */
function valuesOf(order: Order, uploads: Uploads, now: Date): readonly unknown[] {
  const [upload] = uploads;
  return [
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
    uploads.reduce((sum, { size }) => sum + (size ?? 0), 0),
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
    order.usesEndpoint === true,
    order.operation ?? null,
    uploads.length,
  ];
}

/** Jobs deleted by their owner are not found. */
export async function findJob(sql: Sql, owner: string, id: string): Promise<JobRow | undefined> {
  const rows = await sql.query(
    `select ${JOB_COLUMNS} from conversions.jobs where id = $1 and owner = $2 and deleted_at is null`,
    [id, owner],
  );
  return jobRows(rows)[0];
}

/** A job with its existing results, read in one statement. */
export async function findJobWithResults(
  sql: Sql,
  owner: string,
  id: string,
): Promise<{ readonly job: JobRow; readonly results: readonly OutputRow[] } | undefined> {
  const rows = await sql.query(
    `select ${JOB_COLUMNS}, (
       select coalesce(jsonb_agg(to_jsonb(o) order by o.index), '[]') from (${RESULTS_OF_JOB}) o) as results
     from conversions.jobs where id = $1 and owner = $2 and deleted_at is null`,
    [id, owner],
  );
  const [job] = jobRows(rows);
  return job && { job, results: outputRows(rows[0]?.['results']) };
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

/**
 * Ends an open job at once; its worker notices that it lost the claim. Deletes the files of a job that can't be retried. Undefined if the
 * job was not open.
 */
export async function cancelJob(parts: Conversions, owner: string, id: string): Promise<JobRow | undefined> {
  const now = parts.now();
  const rows = await parts.database.query(
    `update conversions.jobs set state = 'cancelled', fence = fence + 1, revision = revision + 1, lease_until = null, progress = null,
       ended_at = $3, retry_until = ${retryUntil('$4')}
     where id = $1 and owner = $2 and state in ${OPEN} and deleted_at is null returning ${JOB_COLUMNS}`,
    [id, owner, now, new Date(now.getTime() + RETRY_MS)],
  );
  const [job] = jobRows(rows);
  if (job) announceJob(parts, parts.database, job);
  if (job?.retry_until === null) await releaseInputsOf(parts, id);
  return job;
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
    await lockedUploads(sql, owner, await inputsOf(sql, id));
    const rows = await sql.query(
      `update conversions.jobs j set state = 'queued', revision = revision + 1, attempts = 0, round = 0, progress = null, error_code = null,
         error_detail = null, error_input = null, ended_at = null, retry_until = null, started_at = null, queued_at = $3
       where j.id = $1 and j.owner = $2 and j.state in ('error', 'cancelled') and j.retry_until > $3 and j.deleted_at is null
         and exists (select from conversions.uploads u where u.id = j.upload_id and u.removed_at is null)
         and not exists (select from conversions.further_inputs f join conversions.uploads u on u.id = f.upload_id
           where f.job_id = j.id and u.removed_at is not null)
       returning ${JOB_COLUMNS}`,
      [id, owner, now],
    );
    const [job] = jobRows(rows);
    if (!job) return 'not-possible';
    announceJob(parts, sql, job);
    announceWaiting(parts, sql);
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
     where id = $1 and owner = $2 and deleted_at is null returning ${CHANGE_COLUMNS}`,
    [id, owner, parts.now()],
  );
  if (!row) return false;
  announceChanges(parts, parts.database, [row]);
  await removeOutputs(parts, id);
  await releaseInputsOf(parts, id);
  return true;
}

/** Finds a job of any owner; jobs deleted by their owner are not found. */
export async function jobById(sql: Sql, id: string): Promise<JobRow | undefined> {
  return jobRows(await sql.query(`select ${JOB_COLUMNS} from conversions.jobs where id = $1 and deleted_at is null`, [id]))[0];
}
