import { EDIT_MODES } from '@bakkum/api-contract/images/images';
import type { Sql } from '@bakkum/database/sql';
import { ASPECT_RATIOS, RESOLUTION_IDS, resolutionById } from '@bakkum/studio-options/resolutions';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import { extension } from './extending/extension.ts';

/** An order as stored in the database. */
export const batchRow = z.object({
  id: z.string(),
  user_id: z.string(),
  hold_id: z.string().nullable(),
  state: z.enum(['queued', 'running', 'done', 'partial', 'failed', 'cancelled']),
  revision: z.number(),
  created_at: z.date(),
  cancelled_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  /** Absent for imported images and images made from them. */
  style: z.enum(STYLE_IDS).nullable(),
  aspect_ratio: z.enum(ASPECT_RATIOS),
  resolution: z.enum(RESOLUTION_IDS),
  /** Set when the image has its own size. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  mark: z.enum(['ai', 'edited']),
  count: z.number(),
  seed: z.number(),
  /** The service or the model that was chosen. */
  provider: z.string().nullable(),
  model: z.string().nullable(),
  price: z.number(),
  held: z.number(),
  spent: z.number().nullable(),
  board_id: z.string().nullable(),
  parent_id: z.string().nullable(),
  instructions: z.string().nullable(),
  mode: z.enum(EDIT_MODES).nullable(),
  mask_key: z.string().nullable(),
  /** How much to change, in percent. Null for the default of the model. */
  strength: z.number().nullable(),
  /** Of an extension: the pixels to add, and what to draw there. */
  extension: extension.nullable(),
  /** Hash of the network address, for open orders of free accounts. */
  place: z.string().nullable(),
});
export type BatchRow = z.infer<typeof batchRow>;

export const BATCH_COLUMNS = Object.keys(batchRow.shape).join(', ');

/** Size of the images in a batch. */
export function sizeOf({ width, height, resolution }: Pick<BatchRow, 'width' | 'height' | 'resolution'>) {
  return width !== null && height !== null ? { width, height } : resolutionById(resolution);
}

/** Locks a batch; every change to its slots requires this lock. */
export async function lockBatch(sql: Sql, batchId: string): Promise<BatchRow | undefined> {
  const [row] = await sql.query(`select ${BATCH_COLUMNS} from studio.batches where id = $1 for update`, [batchId]);
  return row && batchRow.parse(row);
}

/** Locks the batch of a slot. */
export async function lockBatchOf(sql: Sql, slotId: string): Promise<BatchRow | undefined> {
  const [row] = await sql.query(
    `select ${BATCH_COLUMNS} from studio.batches where id = (select batch_id from studio.slots where id = $1) for update`,
    [slotId],
  );
  return row && batchRow.parse(row);
}

/** Set with every change to a batch, to notify subscribers. */
export const MARK_CHANGED = 'revision = revision + 1, changed_at = clock_timestamp()';

/** Notifies subscribers of the batch that its slots changed. */
export async function touch(sql: Sql, batchId: string): Promise<void> {
  await sql.query(`update studio.batches set ${MARK_CHANGED} where id = $1`, [batchId]);
}
