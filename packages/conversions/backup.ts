/** Second copies of results, in a store of their own: made after the end, removed with the result, read where the first is lost. */
import type { ByteRange, StoredBlob } from '@bakkum/blobs/blob-store';
import { z } from 'zod';
import type { OutputRow } from './rows.ts';
import type { Conversions } from './service.ts';

/** Files one go copies. */
const AT_ONCE = 100;

const due = z.array(z.object({ job_id: z.string(), index: z.number(), key: z.string(), bytes: z.number() }));
type Due = z.infer<typeof due>[number];

/** Copies results whose owners want that and that have no copy yet; answers how many. */
export async function backUp(parts: Conversions): Promise<number> {
  if (!parts.backup) return 0;
  const rows = await parts.database.query(
    `select o.job_id, o.index, o.key, o.bytes from conversions.outputs o join conversions.jobs j on j.id = o.job_id
     where j.backup and j.state = 'completed' and j.deleted_at is null and o.removed_at is null and o.backed_up_at is null
     order by j.ended_at, o.index limit $1`,
    [AT_ONCE],
  );
  let copied = 0;
  for (const output of due.parse(rows)) {
    if (await copy(parts, parts.backup, output)) copied += 1;
  }
  return copied;
}

async function copy(parts: Conversions, backup: NonNullable<Conversions['backup']>, output: Due): Promise<boolean> {
  const found = await parts.blobs.get(output.key);
  if (!found) return false; // the scan for lost files tells of it
  await backup.put(output.key, found.body, output.bytes);
  const rows = await parts.database.query(
    `update conversions.outputs o set backed_up_at = $3 from conversions.jobs j
     where o.job_id = $1 and o.index = $2 and o.removed_at is null and j.id = o.job_id and j.deleted_at is null returning o.job_id`,
    [output.job_id, output.index, parts.now()],
  );
  // It went while it was copied: so does the copy.
  if (rows.length === 0) await backup.remove(output.key);
  else await parts.database.query('update conversions.jobs set revision = revision + 1 where id = $1', [output.job_id]);
  return rows.length > 0;
}

/** A result, whole or in part. Where the first store has lost it or does not answer, from the second, which gives it back. */
export async function readOutput(
  parts: Conversions,
  output: Pick<OutputRow, 'key' | 'bytes'>,
  range?: ByteRange,
): Promise<StoredBlob | undefined> {
  const { blobs, backup } = parts;
  if (!backup) return blobs.get(output.key, range);
  const found = await blobs.get(output.key, range).catch((error: Error) => {
    parts.onProblem({ event: 'conversion-store-refused', detail: error.message });
    return undefined;
  });
  if (found) return found;
  await restoreOutput(parts, output);
  return backup.get(output.key, range);
}

/** Puts a result that the first store has lost back from the second. False where that has none either. */
export async function restoreOutput(parts: Conversions, { key, bytes }: Pick<OutputRow, 'key' | 'bytes'>): Promise<boolean> {
  const kept = await parts.backup?.get(key);
  if (!kept) return false;
  try {
    await parts.blobs.put(key, kept.body, bytes);
    parts.onProblem({ event: 'conversion-file-restored', detail: 'a result was lost and came back from its copy' });
    return true;
  } catch (error) {
    kept.body.destroy();
    parts.onProblem({ event: 'conversion-not-restored', detail: error instanceof Error ? error.message : 'unknown' });
    return false;
  }
}
