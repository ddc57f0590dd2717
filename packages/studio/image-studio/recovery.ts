/** Recovers from crashes and deletes what is no longer needed. Every part may run anywhere, at any time, and repeatedly. */
import { z } from 'zod';
import { endBatchIfOver, endSlot } from './ending.ts';
import { deleteEndedPreviews, deletePreviews } from './previews/preview-rows.ts';
import { lockBatch } from './rows.ts';
import type { Studio } from './studio.ts';

/** Maximum per round; the next round handles the rest. */
const BATCH_SIZE = 200;
/** Longer than any file takes to write. */
const WRITING_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const REFUSALS_KEPT_DAYS = 90;

const withId = z.array(z.object({ id: z.string() }));

/** Ends expired batches: missing images have failed and are not charged. Returns their number. */
export async function endExpiredBatches({ database, now }: Studio): Promise<number> {
  const due = withId.parse(
    await database.query('select id from studio.batches where ended_at is null and expires_at <= $1 limit $2', [
      now(),
      BATCH_SIZE,
    ]),
  );
  for (const { id } of due) {
    await database.transaction(async (sql) => {
      const batch = await lockBatch(sql, id);
      if (!batch || batch.ended_at) return;
      await sql.query(
        `update studio.slots set state = 'failed', fault = 'internal', progress = null, step = null, steps = null, ended_at = $2
         where batch_id = $1 and ended_at is null`,
        [id, now()],
      );
      await deletePreviews(sql, id);
      await endBatchIfOver(sql, batch, now());
    });
  }
  return due.length;
}

/** Deletes images that can no longer be restored, then every file without an image. Open orders for versions still need theirs. */
export async function deleteUnusedImages(studio: Studio): Promise<void> {
  const { database, now, times } = studio;
  await database.query(
    `delete from studio.images i where deleted_at <= $1
       and not exists (select from studio.batches b where b.parent_id = i.id and b.ended_at is null)`,
    [new Date(now().getTime() - times.undoMs)],
  );
  await database.query('delete from studio.refusals where at <= $1', [new Date(now().getTime() - REFUSALS_KEPT_DAYS * DAY_MS)]);
  await deleteEndedPreviews(database);
  await removeFiles(studio);
}

const withKey = z.array(z.object({ key: z.string() }));

/** A file is deleted while its row is locked: another writer of the same file waits and writes it again. */
async function removeFiles({ database, blobs, now }: Studio): Promise<void> {
  const before = new Date(now().getTime() - WRITING_MS);
  const lonely = withKey.parse(
    await database.query(`select key from studio.files f where ${IS_LONELY} limit $2`, [before, BATCH_SIZE]),
  );
  for (const { key } of lonely) {
    await database.transaction(async (sql) => {
      const rows = await sql.query(`delete from studio.files f where ${IS_LONELY} and key = $2 returning key`, [before, key]);
      if (rows.length === 0) return;
      await blobs.remove(thumbnailKey(key));
      await blobs.remove(key);
    });
  }
}

const IS_LONELY = `f.written_at <= $1
  and not exists (select from studio.images i where i.file_key = f.key)
  and not exists (select from studio.batches b where b.mask_key = f.key and b.ended_at is null)
  and not exists (select from studio.attempts a join studio.slots s on s.id = a.slot_id where a.file_key = f.key and s.ended_at is null)`;

/** Key of an image's thumbnail. */
export function thumbnailKey(key: string): string {
  return `${key}.small`;
}

/** Ends a slot that failed in every retry. */
export async function failSlot({ database, now }: Studio, slotId: string): Promise<void> {
  await database.transaction(async (sql) => {
    const [row] = await sql.query('select batch_id as id from studio.slots where id = $1', [slotId]);
    const batch = row && (await lockBatch(sql, z.object({ id: z.string() }).parse(row).id));
    if (!batch) return;
    await endSlot(sql, slotId, { state: 'failed', fault: 'internal' }, now());
    await endBatchIfOver(sql, batch, now());
  });
}
