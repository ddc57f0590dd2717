/** A slot being drawn: claimed from the database, with the attempts so far. */
import type { AttemptFault } from '@bakkum/api-contract/images/faults';
import type { DesignReport } from '@bakkum/api-contract/images/images';
import { storable, storableJson } from '@bakkum/api-contract/text';
import type { Keeping } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { Steps } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { endBatchIfOver, endSlot, type SlotEnd } from './ending.ts';
import { noteFileRow } from './files/file-row.ts';
import { type ImageSource, PICTURE_SOURCES } from './files/xmp.ts';
import { deletePreview, putPreview } from './previews/preview-rows.ts';
import { type BatchRow, lockBatch, lockBatchOf, MARK_CHANGED, touch } from './rows.ts';
import type { EnabledModel, Studio } from './studio.ts';

const slotRow = z.object({
  id: z.string(),
  batch_id: z.string(),
  index: z.number(),
  seed: z.number(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  fence: z.number(),
  started_at: z.date().nullable(),
});

export type Task = { readonly batch: BatchRow; readonly slot: z.infer<typeof slotRow> };

const attemptRow = z.object({
  id: z.number(),
  provider: z.string(),
  /** Absent if the service has one model, and on attempts of an earlier version. */
  model: z.string().nullable(),
  state: z.enum(['sent', 'accepted', 'received', 'done', 'failed']),
  job: z.string().nullable(),
  file_key: z.string().nullable(),
  seed: z.number().nullable(),
  at: z.date(),
});
export type Attempt = z.infer<typeof attemptRow>;

/** The slot was given to another worker or has ended; this worker must not change it any more. */
export class SlotLost extends Error {
  override readonly name = 'SlotLost';
}

/**
 * Claims an open slot, which takes it from its previous worker. Undefined when there is nothing to draw. Durable only with the
 * attempt that follows.
 */
export async function takeTask(studio: Studio, slotId: string): Promise<Task | undefined> {
  const take = async (sql: Sql): Promise<Task | undefined> => {
    const batch = await lockBatchOf(sql, slotId);
    if (!batch) return undefined;
    if (batch.cancelled_at && (await isUntouched(sql, slotId))) {
      await endSlot(sql, slotId, { state: 'cancelled' }, studio.now());
      await endBatchIfOver(sql, batch, studio.now());
      return undefined;
    }
    const [row] = await sql.query(
      `update studio.slots set state = 'running', fence = fence + 1, started_at = coalesce(started_at, $2)
       where id = $1 and ended_at is null returning id, batch_id, index, seed, state, fence, started_at`,
      [slotId, studio.now()],
    );
    if (!row) return undefined;
    await sql.query(`update studio.batches set state = 'running', ${MARK_CHANGED} where id = $1`, [batch.id]);
    return { batch, slot: slotRow.parse(row) };
  };
  return studio.database.transaction(take, { safely: false });
}

async function isUntouched(sql: Sql, slotId: string): Promise<boolean> {
  return (await sql.query("select from studio.attempts where slot_id = $1 and state <> 'failed'", [slotId])).length === 0;
}

const ATTEMPT = 'id, provider, model, state, job, file_key, seed, at';

export async function attemptsOf(sql: Sql, slotId: string): Promise<readonly Attempt[]> {
  return z
    .array(attemptRow)
    .parse(await sql.query(`select ${ATTEMPT} from studio.attempts where slot_id = $1 order by id`, [slotId]));
}

/** Runs `work` with the batch locked, while the slot is open and still this worker's. @throws SlotLost */
async function asHolder<Result>(
  studio: Studio,
  { slot, batch: { user_id: userId } }: Task,
  work: (sql: Sql, batch: BatchRow) => Promise<Result>,
  keeping?: Keeping,
): Promise<Result> {
  const held = async (sql: Sql): Promise<Result> => {
    const batch = await lockBatch(sql, slot.batch_id);
    const rows = await sql.query('select from studio.slots where id = $1 and fence = $2 and ended_at is null', [
      slot.id,
      slot.fence,
    ]);
    if (!batch || rows.length === 0) throw new SlotLost('the slot is no longer ours');
    return work(sql, batch);
  };
  const result = await studio.database.transaction(held, keeping);
  for (const tell of studio.onChange) tell(userId);
  return result;
}

/** Whether an attempt was made with this model. */
export function isAttemptWith({ provider, model: id }: Attempt, { manifest, model }: EnabledModel): boolean {
  return provider === manifest.id && (id === null || id === model.id);
}

/** Records that a service is about to be called. */
export function beginAttempt(studio: Studio, task: Task, { manifest, model }: EnabledModel): Promise<Attempt> {
  return asHolder(studio, task, async (sql, batch) => {
    const [row] = await sql.query(
      `insert into studio.attempts (slot_id, provider, model, at) values ($1, $2, $3, $4) returning ${ATTEMPT}`,
      [task.slot.id, manifest.id, model.id || null, studio.now()],
    );
    await touch(sql, batch.id);
    return attemptRow.parse(row);
  });
}

/** Records the job id of an order before waiting for it. */
export function noteJob(studio: Studio, task: Task, attempt: Attempt, job: string): Promise<void> {
  return asHolder(studio, task, async (sql) => {
    await sql.query("update studio.attempts set state = 'accepted', job = $2 where id = $1", [attempt.id, storable(job)]);
  });
}

export type FileNote = {
  readonly key: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly transparent: boolean;
  readonly seed: number | null;
  /** Of a design. */
  readonly report?: DesignReport | undefined;
  readonly vector?: string | undefined;
};

/** Records which file is about to be stored. */
export function noteFile(studio: Studio, task: Task, attempt: Attempt, file: FileNote): Promise<void> {
  return asHolder(studio, task, async (sql) => {
    await noteFileRow(sql, { ...file, place: task.batch.place }, studio.now());
    await sql.query(
      "update studio.attempts set state = 'received', file_key = $2, seed = $3, report = $4, vector = $5 where id = $1",
      [
        attempt.id,
        file.key,
        file.seed,
        file.report ? storableJson(file.report) : null,
        file.vector === undefined ? null : storable(file.vector),
      ],
    );
  });
}

export type AttemptEnd = { readonly fault: AttemptFault; readonly detail: string; readonly categories: readonly string[] };

export function failAttempt(
  studio: Studio,
  task: Task,
  attempt: Attempt,
  { fault, detail, categories }: AttemptEnd,
): Promise<void> {
  return asHolder(studio, task, async (sql, batch) => {
    await sql.query(
      "update studio.attempts set state = 'failed', fault = $2, detail = $3, categories = $4, ended_at = $5 where id = $1",
      [attempt.id, fault, storable(detail), categories.map(storable), studio.now()],
    );
    await sql.query('update studio.slots set progress = null, step = null, steps = null where id = $1', [task.slot.id]);
    await deletePreview(sql, task.slot.id);
    await touch(sql, batch.id);
  });
}

/** Records the progress, if known. */
export function noteProgress(studio: Studio, task: Task, progress: number, steps?: Steps): Promise<void> {
  const note = async (sql: Sql, batch: BatchRow): Promise<void> => {
    const values = [task.slot.id, progress, steps?.done ?? null, steps?.total ?? null];
    await sql.query('update studio.slots set progress = $2, step = $3, steps = $4 where id = $1', values);
    await touch(sql, batch.id);
  };
  return asHolder(studio, task, note, { safely: false });
}

/** Stores a preview, which replaces the one before. */
export function notePreview(studio: Studio, task: Task, content: Uint8Array): Promise<void> {
  const note = async (sql: Sql, batch: BatchRow): Promise<void> => {
    await putPreview(sql, task.slot.id, content);
    await touch(sql, batch.id);
  };
  return asHolder(studio, task, note, { safely: false });
}

/** Ends the slot without an image. */
export function giveUp(studio: Studio, task: Task, end: Exclude<SlotEnd, { state: 'done' }>): Promise<void> {
  return asHolder(studio, task, async (sql, batch) => {
    await endSlot(sql, task.slot.id, end, studio.now());
    await endBatchIfOver(sql, batch, studio.now());
  });
}

export type NewImage = {
  readonly id: string;
  readonly finalPrompt: string;
  /**
   * Drawn by a service, drawn as a design, or a copy of the image it was made from. A service that removes a background draws nothing, so a
   * `cut-out` of a person's own image stays one.
   */
  readonly origin: 'service' | 'design' | 'copy' | 'cut-out';
  /** What it costs. */
  readonly credits: number;
  /** How much the model was to change, in percent, if it takes that. */
  readonly strength: number | undefined;
  /** Shows what the image it was made from shows. */
  readonly showsOriginal: boolean;
};

/** Stores the image: one transaction adds it, ends its slot, and with the last slot the batch and its hold. */
export function finish(studio: Studio, task: Task, attempt: Attempt, image: NewImage): Promise<void> {
  return asHolder(studio, task, async (sql, batch) => {
    const now = studio.now();
    await insertImage(studio, sql, task, attempt, image);
    await sql.query("update studio.attempts set state = 'done', ended_at = $2, report = null, vector = null where id = $1", [
      attempt.id,
      now,
    ]);
    await endSlot(sql, task.slot.id, { state: 'done' }, now);
    await endBatchIfOver(sql, batch, now);
  });
}

async function insertImage(studio: Studio, sql: Sql, { batch, slot }: Task, attempt: Attempt, image: NewImage): Promise<void> {
  const now = studio.now();
  await sql.query(
    `insert into studio.images (id, slot_id, batch_id, user_id, file_key, parent_id, root_id, iteration, made_at, final_prompt, provider,
       model, design, credits, mark, imported_as, shows_import, seed, processing_ms, report, vector, strength)
     select $1, $2, $3, $4, a.file_key, p.id, coalesce(p.root_id, $1), coalesce(p.iteration, 0) + 1, $5, $6, a.provider, a.model,
       $8 = 'design' or ($8 = 'copy' and coalesce(p.design, false)), $7::int,
       case $8 when 'design' then 'design' when 'service' then $12 when 'copy' then coalesce(p.mark, case when p.imported_as is null then $12 end)
         else case when p.imported_as is null then $12 else p.mark end end,
       case when $8 in ('copy', 'cut-out') then p.imported_as end, coalesce(p.shows_import and $13, false), a.seed, $9,
       case $8 when 'copy' then p.report else a.report end, case $8 when 'copy' then coalesce(a.vector, p.vector) else a.vector end, $14::smallint
     from studio.attempts a left join studio.images p on p.id = $10 and p.user_id = $4 where a.id = $11`,
    [
      image.id,
      slot.id,
      batch.id,
      batch.user_id,
      now,
      storable(image.finalPrompt),
      image.credits,
      image.origin,
      Math.max(0, now.getTime() - attempt.at.getTime()),
      batch.parent_id,
      attempt.id,
      batch.mark,
      image.showsOriginal,
      image.strength ?? null,
    ],
  );
  if (batch.board_id === null) return;
  await sql.query(
    `insert into studio.board_images (board_id, image_id, added_at)
     select id, $2, $3 from studio.boards where id = $1 and user_id = $4`,
    [batch.board_id, image.id, now, batch.user_id],
  );
}

const parentMark = z.object({ mark: z.enum(PICTURE_SOURCES).nullable(), imported: z.boolean() });

/** The origin recorded in the file of the image that a batch is made from, and whether a person imported that. */
export async function parentSource(
  { database }: Studio,
  { batch }: Task,
): Promise<{ readonly source: ImageSource | undefined; readonly isImported: boolean }> {
  const [row] = await database.query(
    'select mark, imported_as is not null as imported from studio.images where id = $1 and user_id = $2',
    [batch.parent_id, batch.user_id],
  );
  const { mark = null, imported = false } = parentMark.optional().parse(row) ?? {};
  return { source: mark ?? undefined, isImported: imported };
}

/** Whether the person cancelled the batch. */
export async function isCancelled(sql: Sql, batchId: string): Promise<boolean> {
  return (await sql.query('select from studio.batches where id = $1 and cancelled_at is null', [batchId])).length === 0;
}
