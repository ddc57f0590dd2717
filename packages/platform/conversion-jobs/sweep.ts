/** Keeps the promise "deleted within 24 hours". Every part may be repeated or interrupted at any point. */
import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Sql } from '@bakkum/database/sql';
import { lockOwner } from '@bakkum/idempotency/idempotency';
import { z } from 'zod';
import { restoreOutput } from './backup.ts';
import { HAS_JOB, hasNoJob, needsInputs } from './inputs.ts';
import { forgetOldInvitations } from './invitations.ts';
import { JOB_LOCK } from './jobs.ts';
import { expireJob, removeUnusedInput, removeUpload } from './removal.ts';
import { forgetRequests } from './requests.ts';
import { safely, withStoreCircuitBreakers } from './safely.ts';
import { type Conversions, INPUT_PREFIX, NOBODY, OUTPUT_PREFIX, type Owner, timeOfKey } from './service.ts';
import { lockOwnedRows } from './uploads/adoption.ts';
import { forgetDeliveries, forgetWebhooks } from './webhooks.ts';
import { forgetTurns } from './work.ts';

/** Maximum rows of each kind per run. */
const BATCH_SIZE = 500;
/** Jobs without files are kept this long with their first upload, as proof of what was removed and when. */
const PROOF_MS = 30 * 86_400_000;
/** How long the name and options of a job without results are kept, and removed uploads that are not the first of a job. */
const DETAILS_MS = 86_400_000;
/** Longest time between the removal of a file and that of its rows, in milliseconds, unless the removal was interrupted. */
const REMOVING_MS = 30_000;
/** More than any request takes. */
const LONGEST_REQUEST_MS = 86_400_000;
/** A younger blob may belong to a row about to be written. */
const YOUNG_MS = 3_600_000;

export type Expired = { readonly results: number; readonly inputs: number };
export type Swept = Expired & { readonly rows: number };

const ids = z.array(z.object({ id: z.string() })).transform((rows) => rows.map(({ id }) => id));

/** Runs one step of a sweep: reports its failure and continues with the next. */
function stepOf(parts: Conversions) {
  return <Result>(work: () => Promise<Result>): Promise<Result | undefined> => safely(parts, 'conversion-sweep', work);
}

/**
 * Removes what expires by the minute: results, unusable inputs, and uploads no job uses. Failures are reported and retried next
 * time; they do not stop the rest.
 */
export async function expire(given: Conversions): Promise<Expired> {
  const parts = withStoreCircuitBreakers(given);
  const { database } = parts;
  const now = parts.now();
  const step = stepOf(parts);
  // Steps that need no store run before those that may wait for one.
  await step(() => endRetries(database, now));
  await step(() => forgetDetails(database, new Date(now.getTime() - DETAILS_MS)));
  let [results, inputs] = [0, 0];
  for (const id of (await step(() => overdueJobs(database, now))) ?? []) {
    if (await safely(parts, 'conversion-result-left', () => expireJob(parts, id))) results += 1;
  }
  for (const id of (await step(() => halfRemoved(database, new Date(now.getTime() - REMOVING_MS)))) ?? []) {
    await safely(parts, 'conversion-input-left', () => removeUpload(parts, id));
  }
  for (const id of (await step(() => unneededInputs(database, now))) ?? []) {
    if (await safely(parts, 'conversion-input-left', () => removeUnusedInput(parts, id))) inputs += 1;
  }
  return { results, inputs };
}

/** Expires, and deletes rows and addresses with retentions of days; hourly is often enough. */
export async function sweep(parts: Conversions): Promise<Swept> {
  const { database } = parts;
  const now = parts.now();
  const step = stepOf(parts);
  await step(() => forgetRequests(database, now));
  await step(() => forgetTurns(database, now));
  await step(() => forgetDeliveries(database, now));
  await step(() => forgetDeletedOwners(database, now));
  const expired = await expire(parts);
  await step(() => forgetOldInvitations(database, now));
  const rows = await step(() => forgetRows(database, now));
  return { ...expired, rows: rows ?? 0 };
}

async function overdueJobs(sql: Sql, now: Date): Promise<readonly string[]> {
  const rows = await sql.query(
    `select id from conversions.jobs where state = 'completed' and expires_at <= $1
     union select j.id from conversions.jobs j join conversions.outputs o on o.job_id = j.id
           where o.removed_at is null and (j.deleted_at is not null or j.state = 'expired') limit $2`,
    [now, BATCH_SIZE],
  );
  return ids.parse(rows);
}

// Statements over many rows skip those that others are changing: no transaction ever waits for them in a circle.

async function endRetries(sql: Sql, now: Date): Promise<void> {
  const over = 'select id from conversions.jobs where retry_until <= $1 for update skip locked';
  await sql.query(`update conversions.jobs set retry_until = null where id in (${over})`, [now]);
}

async function forgetDetails(sql: Sql, before: Date): Promise<void> {
  await sql.query(
    `update conversions.jobs set name = '', place = null, network = null, options = '{}', secrets = '{}'
     where id in (
       select id from conversions.jobs
       where state in ('error', 'cancelled', 'expired') and (name <> '' or place is not null or network is not null or options <> '{}') and retry_until is null
         and ended_at <= $1
       for update skip locked)`,
    [before],
  );
}

async function unneededInputs(sql: Sql, now: Date): Promise<readonly string[]> {
  const rows = await sql.query(
    `select u.id from conversions.uploads u
     where u.removed_at is null
       and (u.expires_at <= $1 or ${HAS_JOB})
       and ${hasNoJob(needsInputs('$1'))}
     limit $2`,
    [now, BATCH_SIZE],
  );
  return ids.parse(rows);
}

/** Uploads whose removal was interrupted. */
async function halfRemoved(sql: Sql, before: Date): Promise<readonly string[]> {
  return ids.parse(
    await sql.query(
      `select distinct u.id from conversions.uploads u join conversions.segments s on s.upload_id = u.id
       where u.removed_at <= $2 limit $1`,
      [BATCH_SIZE, before],
    ),
  );
}

async function forgetRows(sql: Sql, now: Date): Promise<number> {
  const detailsBefore = new Date(now.getTime() - DETAILS_MS);
  const jobs = await sql.query(
    `delete from conversions.jobs where id in (
       select j.id from conversions.jobs j where j.ended_at < $1
         and coalesce(j.expires_at, j.ended_at) < $1 and not exists (select from conversions.outputs o where o.job_id = j.id and o.removed_at is null)
       for update skip locked)
     returning id`,
    [new Date(now.getTime() - PROOF_MS)],
  );
  await sql.query(
    `delete from conversions.further_inputs f using conversions.jobs j, conversions.uploads u
     where j.id = f.job_id and u.id = f.upload_id and j.ended_at < $1 and j.retry_until is null and u.removed_at is not null`,
    [detailsBefore],
  );
  const uploads = await sql.query(
    `delete from conversions.uploads where id in (
       select u.id from conversions.uploads u where u.removed_at < $1
         and ${hasNoJob('true')}
         and not exists (select from conversions.segments s where s.upload_id = u.id)
       for update skip locked)
     returning id`,
    [detailsBefore],
  );
  return jobs.length + uploads.length;
}

/**
 * Hides all data of a deleted account immediately; the sweeper removes the files later. Until then they count for the network address, so
 * that deleting accounts does not make room. Requests that began before create no jobs afterwards.
 * @param sql a transaction
 */
export async function deleteOwnerData(sql: Sql, owner: Owner, now: Date): Promise<void> {
  await lockOwner(sql, JOB_LOCK, owner);
  await sql.query('insert into conversions.deleted_owners (owner, deleted_at) values ($1, $2) on conflict do nothing', [
    owner,
    now,
  ]);
  await lockOwnedRows(sql, owner);
  await sql.query(
    `update conversions.jobs set owner = $3, place = null, idempotency_key = null, request_hash = null, key_id = null, tag = null, webhook_url = null,
       name = '', options = '{}', secrets = '{}', deleted_at = coalesce(deleted_at, $2), retry_until = null, fence = fence + 1,
       state = case when ended_at is null then 'cancelled' else state end, ended_at = coalesce(ended_at, $2), lease_until = null
     where owner = $1`,
    [owner, now, NOBODY],
  );
  await sql.query('delete from conversions.upload_keys where owner = $1', [owner]);
  await sql.query(
    "update conversions.uploads set owner = $3, place = null, name = '', expires_at = $2, writer = writer + 1 where owner = $1",
    [owner, now, NOBODY],
  );
  await sql.query('delete from conversions.turns where source = $1', [owner]);
  await forgetWebhooks(sql, owner);
  await sql.query('delete from conversions.requests where key = any($1)', [
    ['commands', 'reads', 'sent', 'fetched'].map((kind) => `${kind}:${owner}`),
  ]);
}

/** Deletes the records of accounts that no request can be from any more. */
async function forgetDeletedOwners(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from conversions.deleted_owners where deleted_at <= $1', [
    new Date(now.getTime() - LONGEST_REQUEST_MS),
  ]);
}

export type OrphanedFiles = {
  /** Removed blobs that no row refers to. */
  readonly removed: readonly string[];
  /** Missing blobs that a row refers to. */
  readonly missing: readonly string[];
};

/** Compares stores and rows in both directions. Missing blobs with a copy are restored. */
export async function scanOrphans(given: Conversions): Promise<OrphanedFiles> {
  const parts = withStoreCircuitBreakers(given);
  const { database, blobs, backup } = parts;
  const rowsBefore = await keysOfRows(database);
  const [stored, copies] = [await keysIn(blobs), backup ? await keysIn(backup) : new Set<string>()];
  const rowsAfter = await keysOfRows(database);
  const young = parts.now().getTime() - YOUNG_MS;
  for (const store of [blobs, backup])
    if (store) await safely(parts, 'conversion-draft-left', () => store.removeUnfinished(new Date(young)));
  const isOrphan = (key: string): boolean => !rowsAfter.has(key) && (timeOfKey(key)?.getTime() ?? 0) < young;
  const removed = await removeFrom(blobs, parts, [...stored].filter(isOrphan));
  if (backup) await removeFrom(backup, parts, [...copies].filter(isOrphan));
  const lost = [...rowsBefore].filter(([key]) => rowsAfter.has(key) && !stored.has(key));
  const missing: string[] = [];
  for (const [key, bytes] of lost) if (!(await restoreOutput(parts, { key, bytes }))) missing.push(key);
  if (missing.length > 0) parts.onProblem({ event: 'conversion-files-missing', detail: `${missing.length} files` });
  return { removed, missing };
}

/** Returns the removed keys. */
async function removeFrom(store: BlobStore, parts: Conversions, keys: readonly string[]): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const key of keys) {
    await safely(parts, 'conversion-orphan-left', async () => {
      await store.remove(key);
      removed.push(key);
    });
  }
  return removed;
}

async function keysIn(store: BlobStore): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const prefix of [INPUT_PREFIX, OUTPUT_PREFIX]) for await (const key of store.list(prefix)) keys.add(key);
  return keys;
}

const sized = z.array(z.object({ key: z.string(), bytes: z.number() }));

/** Keys of all rows, with their expected sizes in bytes. */
async function keysOfRows(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query(
    `select key, bytes::bigint from conversions.segments join conversions.uploads u on u.id = upload_id where u.removed_at is null
     union all select key, bytes from conversions.outputs where removed_at is null`,
  );
  return new Map(sized.parse(rows).map(({ key, bytes }) => [key, bytes]));
}
