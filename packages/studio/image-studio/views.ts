/** Converts database rows to API responses. */
import { ATTEMPT_FAULTS, IMAGE_FAULTS } from '@bakkum/api-contract/images/faults';
import { type BatchView, designReport, EDIT_MODES, type ImageView, SLOT_STATES } from '@bakkum/api-contract/images/images';
import type { Sql } from '@bakkum/database/sql';
import { ASPECT_RATIOS, RESOLUTION_IDS } from '@bakkum/studio-options/resolutions';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import { PICTURE_SOURCES } from './files/xmp.ts';
import { BATCH_COLUMNS, type BatchRow, batchRow, sizeOf } from './rows.ts';
import type { Studio } from './studio.ts';

/** The services whose names appear. */
type Services = Pick<Studio, 'models' | 'upscalers' | 'backgroundRemovers'>;

const imageRow = z.object({
  id: z.string(),
  slot_id: z.string(),
  batch_id: z.string(),
  made_at: z.date(),
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  final_prompt: z.string(),
  style: z.enum(STYLE_IDS).nullable(),
  aspect_ratio: z.enum(ASPECT_RATIOS),
  resolution: z.enum(RESOLUTION_IDS),
  width: z.number().nullable(),
  height: z.number().nullable(),
  imported_as: z.string().nullable(),
  shows_import: z.boolean(),
  mark: z.enum(PICTURE_SOURCES).nullable(),
  seed: z.number().nullable(),
  provider: z.string(),
  model: z.string().nullable(),
  design: z.boolean(),
  favourite: z.boolean(),
  rating: z.number().nullable(),
  iteration: z.number(),
  processing_ms: z.number(),
  report: designReport.nullable(),
  has_vector: z.boolean(),
  transparent: z.boolean(),
  parent_id: z.string().nullable(),
  instructions: z.string().nullable(),
  mode: z.enum(EDIT_MODES).nullable(),
  strength: z.number().nullable(),
  boards: z.array(z.string()),
});
type ImageRow = z.infer<typeof imageRow>;

const IMAGES = `select i.id, i.slot_id, i.batch_id, i.made_at, b.prompt, b.negative_prompt, i.final_prompt, b.style, b.aspect_ratio, b.resolution,
    b.width, b.height, i.imported_as, i.shows_import, i.mark, i.seed, i.provider, i.model, i.design, i.favourite, i.rating, i.iteration, i.processing_ms, i.report, i.vector is not null as has_vector, f.transparent, i.parent_id,
    b.instructions, b.mode, i.strength, array(select board_id::text from studio.board_images x where x.image_id = i.id) as boards
  from studio.images i join studio.batches b on b.id = i.batch_id join studio.files f on f.key = i.file_key`;

/** Images selected by the end of a statement: `where …`, with `$1` and so on as its values. */
export async function imageViews(
  studio: Services,
  sql: Sql,
  where: string,
  values: readonly unknown[],
): Promise<(ImageView & { slotId: string })[]> {
  const rows = z.array(imageRow).parse(await sql.query(`${IMAGES} ${where}`, values));
  return rows.map((row) => ({ ...imageView(studio, row), slotId: row.slot_id }));
}

function nameOf({ models, upscalers, backgroundRemovers }: Services, id: string): string {
  return [...models, ...upscalers, ...backgroundRemovers].find(({ manifest }) => manifest.id === id)?.manifest.name ?? id;
}

function imageView(studio: Services, row: ImageRow): ImageView {
  const { width, height } = sizeOf(row);
  return {
    id: row.id,
    batchId: row.batch_id,
    madeAt: row.made_at.toISOString(),
    prompt: row.prompt,
    ...(row.negative_prompt && { negativePrompt: row.negative_prompt }),
    finalPrompt: row.final_prompt,
    ...(row.style && { style: row.style }),
    aspectRatio: row.aspect_ratio,
    resolution: row.resolution,
    width,
    height,
    ...(row.imported_as !== null && { importedAs: row.imported_as }),
    ...(row.shows_import && { showsImport: true as const }),
    ...(row.mark && { mark: row.mark }),
    ...(row.seed !== null && { seed: row.seed }),
    provider: row.provider,
    providerName: nameOf(studio, row.provider),
    ...(row.model && { model: row.model }),
    design: row.design,
    favourite: row.favourite,
    ...(row.rating !== null && { rating: row.rating }),
    iteration: row.iteration,
    processingMs: row.processing_ms,
    ...(row.report && { report: row.report }),
    vector: row.has_vector,
    transparent: row.transparent,
    ...(row.parent_id && { parentId: row.parent_id }),
    ...(row.mode &&
      row.instructions !== null && {
        refinement: { instructions: lastInstruction(row), mode: row.mode, ...strengthIn(row) },
      }),
    boards: row.boards,
    url: `/api/images/${row.id}/file`,
    thumbnailUrl: `/api/images/${row.id}/thumbnail`,
  };
}

/** A design keeps every instruction since the first one, one a line. So do its copies in other sizes. */
function lastInstruction({ instructions, mode }: Pick<BatchRow, 'instructions' | 'mode'>): string {
  const isWhole = mode === 'edit' || mode === 'mask';
  return (isWhole ? instructions : instructions?.split('\n').at(-1)) ?? '';
}

function strengthIn({ strength }: { readonly strength: number | null }): { readonly strength?: number } {
  return strength === null ? {} : { strength };
}

const slotRow = z.object({
  id: z.string(),
  batch_id: z.string(),
  index: z.number(),
  state: z.enum(SLOT_STATES),
  fault: z.enum(IMAGE_FAULTS).nullable(),
  progress: z.number().nullable(),
  step: z.number().nullable(),
  steps: z.number().nullable(),
  previewed_at: z.date().nullable(),
});
const attemptRow = z.object({
  batch_id: z.string(),
  provider: z.string(),
  fault: z.enum(ATTEMPT_FAULTS).nullable(),
  at: z.date(),
  ended_at: z.date().nullable(),
});

/** Batches selected by the end of a statement, in its order, with their slots, images and attempts. */
export async function batchViews(studio: Services, sql: Sql, where: string, values: readonly unknown[]): Promise<BatchView[]> {
  const batches = z.array(batchRow).parse(await sql.query(`select ${BATCH_COLUMNS} from studio.batches ${where}`, values));
  const ids = batches.map(({ id }) => id);
  if (ids.length === 0) return [];
  const slots = z.array(slotRow).parse(
    await sql.query(
      `select s.id, s.batch_id, s.index, s.state, s.fault, s.progress, s.step, s.steps, p.at as previewed_at
         from studio.slots s left join studio.previews p on p.slot_id = s.id and s.ended_at is null where s.batch_id = any($1) order by s.index`,
      [ids],
    ),
  );
  const attempts = z.array(attemptRow).parse(
    await sql.query(
      `select s.batch_id, a.provider, a.fault, a.at, a.ended_at from studio.attempts a join studio.slots s on s.id = a.slot_id
       where s.batch_id = any($1) order by a.id`,
      [ids],
    ),
  );
  const images = await imageViews(studio, sql, 'where i.batch_id = any($1) and i.deleted_at is null', [ids]);
  const imageOfSlot = new Map(images.map((image) => [image.slotId, image]));
  const slotsOf = Map.groupBy(slots, (slot) => slot.batch_id);
  const attemptsOf = Map.groupBy(attempts, (attempt) => attempt.batch_id);
  return batches.map((batch) => ({
    ...batchView(batch),
    images: (slotsOf.get(batch.id) ?? []).map((slot) => slotView(slot, imageOfSlot.get(slot.id))),
    attempts: (attemptsOf.get(batch.id) ?? []).map((attempt) => attemptView(studio, attempt)),
  }));
}

function batchView(row: BatchRow): Omit<BatchView, 'images' | 'attempts'> {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
    state: row.state,
    settings: {
      prompt: row.prompt,
      ...(row.negative_prompt && { negativePrompt: row.negative_prompt }),
      ...(row.style && { style: row.style }),
      aspectRatio: row.aspect_ratio,
      resolution: row.resolution,
      count: row.count,
      seed: row.seed,
      ...(row.provider && { provider: row.provider }),
      ...(row.model && { model: row.model }),
    },
    ...(row.parent_id &&
      row.mode && {
        refinement: { imageId: row.parent_id, instructions: lastInstruction(row), mode: row.mode, ...strengthIn(row) },
      }),
    held: row.held,
    ...(row.spent !== null && { spent: row.spent }),
  };
}

function slotView(
  slot: z.infer<typeof slotRow>,
  found: (ImageView & { slotId: string }) | undefined,
): BatchView['images'][number] {
  return {
    index: slot.index,
    state: slot.state,
    ...(slot.progress !== null && { progress: slot.progress }),
    ...(slot.step !== null && slot.steps !== null && { steps: { done: slot.step, total: slot.steps } }),
    ...(slot.previewed_at && { previewUrl: previewUrl(slot, slot.previewed_at) }),
    ...(slot.fault && { fault: slot.fault }),
    ...(found && { image: withoutSlotId(found) }),
  };
}

/** The URL differs for each preview, so that browsers load it. */
function previewUrl({ batch_id: batchId, index }: z.infer<typeof slotRow>, at: Date): string {
  return `/api/images/generations/${batchId}/previews/${index}?at=${at.getTime()}`;
}

export function withoutSlotId({ slotId: _, ...image }: ImageView & { slotId: string }): ImageView {
  return image;
}

function attemptView(
  studio: Services,
  { provider, fault, at, ended_at: endedAt }: z.infer<typeof attemptRow>,
): BatchView['attempts'][number] {
  return {
    provider,
    providerName: nameOf(studio, provider),
    at: at.toISOString(),
    ...(fault && { fault }),
    ...(endedAt && { milliseconds: Math.max(0, endedAt.getTime() - at.getTime()) }),
  };
}
