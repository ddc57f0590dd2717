/** Previews in the database, where every process can read them until their image is finished. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

const previewRow = z.object({ content: z.instanceof(Uint8Array) });

/** Replaces the preview of a slot. The caller holds the lock of its batch, and the slot is open. */
export async function putPreview(sql: Sql, slotId: string, content: Uint8Array): Promise<void> {
  await sql.query(
    `insert into studio.previews (slot_id, content, at) values ($1, $2, clock_timestamp())
     on conflict (slot_id) do update set content = excluded.content, at = excluded.at`,
    [slotId, Buffer.from(content)],
  );
}

/** Deletes the preview of a slot, if it has one. */
export async function deletePreview(sql: Sql, slotId: string): Promise<void> {
  await sql.query('delete from studio.previews where slot_id = $1', [slotId]);
}

/** Deletes the previews of a batch. */
export async function deletePreviews(sql: Sql, batchId: string): Promise<void> {
  await sql.query('delete from studio.previews where slot_id in (select id from studio.slots where batch_id = $1)', [batchId]);
}

/** Deletes previews of slots that have ended, if there are any. Returns their number. */
export async function deleteEndedPreviews(sql: Sql): Promise<number> {
  const rows = await sql.query(
    'delete from studio.previews p using studio.slots s where s.id = p.slot_id and s.ended_at is not null returning p.slot_id',
  );
  return rows.length;
}

/** The preview of an image of a person's own order, as WebP; undefined if there is none. */
export async function previewOf(
  sql: Sql,
  { userId, batchId, index }: { readonly userId: string; readonly batchId: string; readonly index: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [row] = await sql.query(
    `select p.content from studio.previews p join studio.slots s on s.id = p.slot_id join studio.batches b on b.id = s.batch_id
     where b.user_id = $1 and b.id = $2 and s.index = $3 and s.ended_at is null`,
    [userId, batchId, index],
  );
  return row && new Uint8Array(previewRow.parse(row).content);
}
