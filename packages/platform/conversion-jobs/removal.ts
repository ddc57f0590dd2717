/** Removes files: first the bytes, then the row records the removal. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { hasNoJob, inputsOf, needsInputs } from './inputs.ts';
import { safely, withStoreCircuitBreakers } from './safely.ts';
import type { Conversions } from './service.ts';
import { announceChanges, CHANGE_COLUMNS } from './signals.ts';

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
  const rows = await parts.database.query(
    `update conversions.jobs set state = 'expired', revision = revision + 1 where id = $1 and state = 'completed' returning ${CHANGE_COLUMNS}`,
    [id],
  );
  announceChanges(parts, parts.database, rows);
  return removeOutputs(parts, id);
}

/** Inputs whose rows say that they are removed. Their bytes may still be stored. */
export type MarkedInputs = { readonly uploadIds: readonly string[]; readonly keys: readonly string[] };

const markedRows = z.array(z.object({ id: z.string(), key: z.string().nullable() }));

/**
 * Marks uploads that meet the condition as removed, so that nothing is written to them, and deletes names and secrets. `$1`: ids, `$2`:
 * now.
 */
const markWhere = (condition: string): string => `with marked as (
     update conversions.uploads u set removed_at = coalesce(removed_at, $2), writer = writer + 1, name = '', sha256 = null, place = null,
       network = null
     where id = any($1::uuid[]) and ${condition} returning id),
   secret as (
     select id from conversions.jobs where secrets <> '{}' and id in (
       select j.id from conversions.jobs j join marked on marked.id = j.upload_id
       union all select f.job_id from conversions.further_inputs f join marked on marked.id = f.upload_id)
     order by id for update),
   jobs as (
     update conversions.jobs set options = options - secrets, secrets = '{}' where id in (select id from secret))
   select id, key from marked left join conversions.segments on upload_id = id`;

const MARK_ALWAYS = markWhere('true');
const MARK_UNUSED = markWhere(hasNoJob(needsInputs('$2')));

async function mark(parts: Conversions, sql: Sql, text: string, uploadIds: readonly string[]): Promise<MarkedInputs> {
  const rows = markedRows.parse(await sql.query(text, [uploadIds, parts.now()]));
  return { uploadIds: [...new Set(rows.map(({ id }) => id))], keys: rows.flatMap(({ key }) => key ?? []) };
}

/**
 * Marks those inputs as removed that no job needs: neither an open job nor one that can be retried. The caller removes the bytes after
 * the commit; the sweeper removes those that are left.
 * @param sql a transaction
 */
export async function markUnusedInputs(parts: Conversions, sql: Sql, uploadIds: readonly string[]): Promise<MarkedInputs> {
  // A separate statement, because the next statement must see jobs created before these locks were granted.
  await sql.query('select from conversions.uploads where id = any($1::uuid[]) order by id for update', [uploadIds]);
  return mark(parts, sql, MARK_UNUSED, uploadIds);
}

/** Removes the bytes of marked inputs and their rows. */
async function removeBytes({ blobs, database }: Conversions, { uploadIds, keys }: MarkedInputs): Promise<void> {
  for (const key of keys) await blobs.remove(key);
  await database.query('delete from conversions.segments where upload_id = any($1::uuid[])', [uploadIds]);
}

/** Milliseconds that the rows of removed pieces wait for others, so that one statement deletes many. */
const GATHER_MS = 10_000;

type Removed = { readonly uploadIds: Set<string>; readonly timer: NodeJS.Timeout };

const removedPieces = new WeakMap<Conversions['database'], Removed>();

/** Deletes the rows of removed pieces soon. If this process crashes before, the sweeper deletes them. */
function forgetSegments(parts: Conversions, uploadIds: readonly string[]): void {
  const known = removedPieces.get(parts.database);
  if (known) {
    for (const id of uploadIds) known.uploadIds.add(id);
    return;
  }
  const timer = setTimeout(() => void flushRemovals(parts), GATHER_MS).unref();
  removedPieces.set(parts.database, { uploadIds: new Set(uploadIds), timer });
}

/** Deletes the rows that still wait. Call it before closing the database. */
export async function flushRemovals(parts: Conversions): Promise<void> {
  const { database } = parts;
  const removed = removedPieces.get(database);
  if (!removed) return;
  clearTimeout(removed.timer);
  removedPieces.delete(database);
  await safely(parts, 'conversion-input-left', () =>
    database.run('delete from conversions.segments where upload_id = any($1)', [[...removed.uploadIds]], { safely: false }),
  );
}

/** Removes the bytes of marked inputs after a change that must stand even if the store fails. Their rows are deleted soon after. */
export async function removeMarkedInputs(parts: Conversions, { uploadIds, keys }: MarkedInputs): Promise<void> {
  if (keys.length === 0) return;
  await safely(parts, 'conversion-input-left', async () => {
    for (const key of keys) await parts.blobs.remove(key);
    forgetSegments(parts, uploadIds);
  });
}

/** Removes an upload. Later writes are refused. */
export async function removeUpload(parts: Conversions, id: string): Promise<void> {
  await removeBytes(parts, await mark(parts, parts.database, MARK_ALWAYS, [id]));
}

/** Removes an input that no job needs. False while one does. */
export async function removeUnusedInput(parts: Conversions, uploadId: string): Promise<boolean> {
  return (await removeUnusedInputs(parts, [uploadId])).length > 0;
}

/** Removes those inputs that no job needs. Returns their ids. */
async function removeUnusedInputs(parts: Conversions, uploadIds: readonly string[]): Promise<readonly string[]> {
  const marked = await parts.database.transaction((sql) => markUnusedInputs(parts, sql, uploadIds));
  if (marked.uploadIds.length > 0) await removeBytes(parts, marked);
  return marked.uploadIds;
}

/** Releases an input after a change that must stand even if the store fails; the sweeper removes what is left. */
export async function releaseInput(parts: Conversions, uploadId: string): Promise<void> {
  await releaseInputs(parts, [uploadId]);
}

/** Releases several inputs, as `releaseInput` does. */
export async function releaseInputs(parts: Conversions, uploadIds: readonly string[]): Promise<void> {
  await safely(parts, 'conversion-input-left', () => removeUnusedInputs(parts, uploadIds));
}

/** Releases the inputs of a job, as `releaseInput` does. */
export async function releaseInputsOf(parts: Conversions, jobId: string): Promise<void> {
  await safely(parts, 'conversion-input-left', async () => removeUnusedInputs(parts, await inputsOf(parts.database, jobId)));
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
  await parts.database.query(
    `with retryable as (
       select id from conversions.jobs where retry_until is not null and id in (
         select id from conversions.jobs where upload_id = $1
         union all select job_id from conversions.further_inputs where upload_id = $1)
       order by id for update)
     update conversions.jobs set retry_until = null where id in (select id from retryable)`,
    [uploadId],
  );
  return (await removeUnusedInput(parts, uploadId)) ? 'done' : 'in-use';
}
