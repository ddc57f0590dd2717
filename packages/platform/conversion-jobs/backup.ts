/**
 * Second copies of results in a separate store: made after the job ends, removed with the result, read when the first copy is
 * lost.
 */
import type { BlobStore, ByteRange, StoredBlob } from '@bakkum/blobs/blob-store';
import { withCircuitBreaker } from '@bakkum/blobs/circuit-breaker';
import { z } from 'zod';
import type { OutputRow } from './rows.ts';
import { safely } from './safely.ts';
import type { Conversions } from './service.ts';

/** Files looked up per query. */
const BATCH_SIZE = 100;

const due = z.array(z.object({ job_id: z.string(), index: z.number(), key: z.string(), bytes: z.number(), ended_at: z.date() }));
type Due = z.infer<typeof due>[number];

/**
 * Copies results whose owners want a backup and that have none yet; returns their number. A failed copy does not stop the others.
 */
export async function backUp(parts: Conversions): Promise<number> {
  if (!parts.backup) return 0;
  const [blobs, backup] = [withCircuitBreaker(parts.blobs), withCircuitBreaker(parts.backup)];
  let copied = 0;
  for (let page = await dueAfter(parts); page.length > 0; page = await dueAfter(parts, page.at(-1))) {
    for (const output of page) {
      if (await safely(parts, 'conversion-not-copied', () => copy({ ...parts, blobs }, backup, output))) copied += 1;
      // Every other file would wait just as long; the next run tries again soon.
      if (blobs.isSilent || backup.isSilent) return copied;
    }
  }
  return copied;
}

async function dueAfter({ database }: Conversions, last?: Due): Promise<readonly Due[]> {
  const rows = await database.query(
    `select o.job_id, o.index, o.key, o.bytes, j.ended_at from conversions.outputs o join conversions.jobs j on j.id = o.job_id
     where j.backup and j.state = 'completed' and j.deleted_at is null and o.removed_at is null and o.backed_up_at is null
       and ($2::timestamptz is null or (j.ended_at, o.job_id, o.index) > ($2, $3::uuid, $4::int))
     order by j.ended_at, o.job_id, o.index limit $1`,
    [BATCH_SIZE, last?.ended_at ?? null, last?.job_id ?? null, last?.index ?? null],
  );
  return due.parse(rows);
}

async function copy(parts: Conversions, backup: BlobStore, output: Due): Promise<boolean> {
  const found = await parts.blobs.get(output.key);
  if (!found) return false; // The scan for lost files reports it.
  await backup.put(output.key, found.body, output.bytes).finally(() => found.body.destroy());
  const rows = await parts.database.query(
    `update conversions.outputs o set backed_up_at = $3 from conversions.jobs j
     where o.job_id = $1 and o.index = $2 and o.removed_at is null and j.id = o.job_id and j.deleted_at is null returning o.job_id`,
    [output.job_id, output.index, parts.now()],
  );
  // The result was removed during the copy, so the copy is removed too.
  if (rows.length === 0) await backup.remove(output.key);
  else await parts.database.query('update conversions.jobs set revision = revision + 1 where id = $1', [output.job_id]);
  return rows.length > 0;
}

/**
 * Reads a result, whole or in part. If the first store lost it or does not answer, reads the second store, which also restores
 * it.
 */
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

/** Restores a result that the first store has lost from the second. False if the second has none either. */
export async function restoreOutput(parts: Conversions, { key, bytes }: Pick<OutputRow, 'key' | 'bytes'>): Promise<boolean> {
  const isRestored = await safely(parts, 'conversion-not-restored', async () => {
    const kept = await parts.backup?.get(key);
    if (!kept) return false;
    await parts.blobs.put(key, kept.body, bytes).finally(() => kept.body.destroy());
    parts.onProblem({ event: 'conversion-file-restored', detail: 'a result was lost and came back from its copy' });
    return true;
  });
  return isRestored ?? false;
}
