/** Ends the slots of a batch, and with the last of them the batch and its hold, in one transaction. */
import type { ImageFault } from '@bakkum/api-contract/images/faults';
import { createLedger } from '@bakkum/credits/ledger';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { deletePreview } from './previews/preview-rows.ts';
import { type BatchRow, lockBatch, MARK_CHANGED, touch } from './rows.ts';

export type SlotEnd = { readonly state: 'done' | 'cancelled' } | { readonly state: 'failed'; readonly fault: ImageFault };

/** Ends an open slot. The caller holds the batch's lock. Returns whether it was still open. */
export async function endSlot(sql: Sql, slotId: string, end: SlotEnd, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `update studio.slots set state = $2, fault = $3, progress = null, step = null, steps = null, ended_at = $4
     where id = $1 and ended_at is null returning batch_id`,
    [slotId, end.state, end.state === 'failed' ? end.fault : null, now],
  );
  await deletePreview(sql, slotId);
  return rows.length > 0;
}

const tally = z.object({ open: z.number(), done: z.number(), cancelled: z.number(), cost: z.number() });

/**
 * Ends the batch if no slot is open: stored images are charged and the rest of the hold is returned. The caller holds the batch's
 * lock. An expired hold was already returned; then nothing is charged.
 */
export async function endBatchIfOver(sql: Sql, batch: BatchRow, now: Date): Promise<void> {
  const [row] = await sql.query(
    `select count(*) filter (where s.ended_at is null) as open, count(*) filter (where s.state = 'done') as done,
       count(*) filter (where s.state = 'cancelled') as cancelled, coalesce(sum(coalesce(i.credits, $2)) filter (where not i.design), 0)::int as cost
     from studio.slots s left join studio.images i on i.slot_id = s.id where s.batch_id = $1`,
    [batch.id, batch.price],
  );
  const { open, done, cancelled, cost: images } = tally.parse(row);
  if (open > 0 || batch.ended_at) return touch(sql, batch.id);
  const cost = Math.min(batch.held, images);
  const settled = batch.hold_id ? await createLedger(sql, () => now).settle(batch.hold_id, cost) : 'done';
  const spent = settled === 'done' || settled === 'known' ? cost : 0;
  await sql.query(
    `update studio.batches set state = $2, spent = $3, ended_at = $4, place = null, ${MARK_CHANGED} where id = $1`,
    [batch.id, stateOf(batch.count, done, cancelled), spent, now],
  );
}

function stateOf(count: number, done: number, cancelled: number): BatchRow['state'] {
  if (done === count) return 'done';
  if (done > 0) return 'partial';
  return cancelled > 0 ? 'cancelled' : 'failed';
}

/** Ends the queued slots of a cancelled batch; workers stop the running ones. */
export async function cancelBatch(sql: Sql, batchId: string, now: Date): Promise<void> {
  const batch = await lockBatch(sql, batchId);
  if (!batch || batch.ended_at) return;
  await sql.query('update studio.batches set cancelled_at = coalesce(cancelled_at, $2) where id = $1', [batchId, now]);
  await sql.query("update studio.slots set state = 'cancelled', ended_at = $2 where batch_id = $1 and state = 'waiting'", [
    batchId,
    now,
  ]);
  await endBatchIfOver(sql, batch, now);
}
