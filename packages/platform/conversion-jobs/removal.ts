/** Removes files: first the bytes, then the row records the removal. */
import { z } from 'zod';
import { safely, withStoreCircuitBreakers } from './safely.ts';
import type { Conversions } from './service.ts';
import { segmentsOf } from './uploads/segments.ts';

const keyed = z.array(z.object({ key: z.string(), copied: z.boolean() }));

/**
 * Removes the results of a job, their names, and its options, which may contain texts from the files, such as those to redact. False if a
 * store still holds some; the sweeper retries.
 */
export async function removeOutputs(parts: Conversions, jobId: string): Promise<boolean> {
  const { database, blobs, backup } = withStoreCircuitBreakers(parts);
  const rows = await database.query(
    'select key, backed_up_at is not null as copied from conversions.outputs where job_id = $1 and removed_at is null',
    [jobId],
  );
  const outputs = keyed.parse(rows);
  const removed: string[] = [];
  for (const { key, copied } of outputs) {
    await safely(parts, 'conversion-result-left', async () => {
      await blobs.remove(key);
      // A copy being made right now is found by the scan for orphans, as is one whose store was unreachable.
      if (copied) await backup?.remove(key);
      removed.push(key);
    });
    if (copied && !backup)
      parts.onProblem({ event: 'conversion-copy-left', detail: 'the second store is not configured any more' });
  }
  await database.transaction(async (sql) => {
    await sql.query("update conversions.outputs set removed_at = $2, name = '' where key = any($1) and removed_at is null", [
      removed,
      parts.now(),
    ]);
    await sql.query(
      `update conversions.jobs set name = '', options = '{}', secrets = '{}', place = case when ended_at is null then place end,
         network = case when ended_at is null then network end
       where id = $1`,
      [jobId],
    );
  });
  return removed.length === outputs.length;
}

/** Ends the retention of a completed job. False if some of its results still exist. */
export async function expireJob(parts: Conversions, id: string): Promise<boolean> {
  await parts.database.query(
    "update conversions.jobs set state = 'expired', revision = revision + 1 where id = $1 and state = 'completed'",
    [id],
  );
  return removeOutputs(parts, id);
}

/** Removes the bytes, then records that. Later writes are refused. */
export async function removeUpload(parts: Conversions, id: string): Promise<void> {
  const { database, blobs, now } = parts;
  await database.query('update conversions.uploads set writer = writer + 1 where id = $1', [id]);
  for (const { key } of await segmentsOf(database, id)) await blobs.remove(key);
  await database.transaction(async (sql) => {
    await sql.query('delete from conversions.segments where upload_id = $1', [id]);
    await sql.query(
      "update conversions.uploads set removed_at = coalesce(removed_at, $2), name = '', sha256 = null, place = null, network = null where id = $1",
      [id, now()],
    );
    await sql.query("update conversions.jobs set options = options - secrets, secrets = '{}' where upload_id = $1", [id]);
  });
}

/** Removes an input that no job needs: neither an open job nor one that can be retried. False while one does. */
export async function removeUnusedInput(parts: Conversions, uploadId: string): Promise<boolean> {
  const isFree = await parts.database.transaction(async (sql) => {
    await sql.query('select from conversions.uploads where id = $1 for update', [uploadId]);
    const needed = await sql.query(
      `select from conversions.jobs where upload_id = $1 and (ended_at is null or retry_until > $2) limit 1`,
      [uploadId, parts.now()],
    );
    if (needed.length > 0) return false;
    // No job can use it from here on, even if removing the bytes fails.
    await sql.query('update conversions.uploads set removed_at = $2 where id = $1 and removed_at is null', [
      uploadId,
      parts.now(),
    ]);
    return true;
  });
  if (isFree) await removeUpload(parts, uploadId);
  return isFree;
}

/** Releases an input after a change that must stand even if the store fails; the sweeper removes what is left. */
export async function releaseInput(parts: Conversions, uploadId: string): Promise<void> {
  await safely(parts, 'conversion-input-left', () => removeUnusedInput(parts, uploadId));
}

/** Removes an upload for its owner, including jobs that could be retried from it. `in-use` while a job needs it. */
export async function discardUpload(
  parts: Conversions,
  owner: string,
  uploadId: string,
): Promise<'done' | 'in-use' | 'not-found'> {
  const found = await parts.database.query(
    'select from conversions.uploads where id = $1 and owner = $2 and removed_at is null',
    [uploadId, owner],
  );
  if (found.length === 0) return 'not-found';
  await parts.database.query('update conversions.jobs set retry_until = null where upload_id = $1', [uploadId]);
  return (await removeUnusedInput(parts, uploadId)) ? 'done' : 'in-use';
}
