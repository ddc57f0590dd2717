/** Accepts an order: validates it, prices it, and stores everything needed before the first service is called. */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { CreditPurpose } from '@bakkum/api-contract/billing/credits';
import type { GenerationRequest, RefineRequest } from '@bakkum/api-contract/images/images';
import { createLedger } from '@bakkum/credits/ledger';
import type { Sql } from '@bakkum/database/sql';
import { findByIdempotencyKey, type Idempotency, type KeyedTable, requestHash, runOnce } from '@bakkum/idempotency/idempotency';
import { editedSize } from '@bakkum/studio-options/imports';
import { MAX_OPEN_ORDERS, MAX_SEED, PROMPT_LENGTH } from '@bakkum/studio-options/limits';
import {
  type AspectRatio,
  BATCH_SIZES,
  REFINEMENT_CREDITS,
  RESOLUTION_IDS,
  type ResolutionId,
  resolutionById,
  type Tier,
  tierAllows,
} from '@bakkum/studio-options/resolutions';
import { STYLE_IDS, type StyleId } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import { noteFileRow } from './files/file-row.ts';
import { moderate } from './moderation/moderation.ts';
import { placeOf, STUDIO_LOCK, type StorageFull, storageFull } from './stored-bytes.ts';
import type { Buyer, Studio } from './studio.ts';

export type Ordered =
  | { readonly outcome: 'taken'; readonly batchId: string }
  | { readonly outcome: 'refused'; readonly terms: readonly string[] }
  | { readonly outcome: 'tier'; readonly needed: Exclude<Tier, 'free'> }
  | { readonly outcome: 'too-many-designs'; readonly retryAfterS: number }
  | StorageFull
  | { readonly outcome: 'insufficient' | 'frozen' | 'conflict' | 'busy' | 'not-found' | 'unsupported' | 'no-editing' };

/** The data for a batch row. */
type Draft = {
  readonly prompt: string;
  readonly negativePrompt?: string | undefined;
  readonly style?: StyleId | null | undefined;
  readonly aspectRatio: AspectRatio;
  readonly resolution: ResolutionId;
  /** Set when it differs from the sizes on sale. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** The origin recorded in the files. */
  readonly mark?: 'ai' | 'edited';
  readonly count: number;
  readonly seed?: number | undefined;
  readonly provider?: string | undefined;
  readonly price: number;
  readonly boardId?: string | undefined;
  readonly refinement?: {
    readonly parentId: string;
    readonly instructions: string;
    readonly mode: 'edit' | 'mask' | 'regenerate';
    readonly mask?: Mask;
  };
};

/** A hold outlives its batch, so that the batch ends it rather than the sweeper. */
const HOLD_SPARE_MS = 15 * 60_000;

/** Orders new images. */
export async function orderImages(studio: Studio, buyer: Buyer, key: string, request: GenerationRequest): Promise<Ordered> {
  const idempotency = { key, hash: requestHash(request) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  const { credits, tier, aspectRatio } = resolutionById(request.resolution);
  if (aspectRatio !== request.aspectRatio) return { outcome: 'unsupported' };
  const needed = [tier, BATCH_SIZES.find(({ count }) => count === request.count)?.tier ?? 'free'].find(
    (one) => !tierAllows(buyer.tier, one),
  );
  if (needed && needed !== 'free') return { outcome: 'tier', needed };
  if (request.provider && !studio.providers.some(({ manifest }) => manifest.id === request.provider))
    return { outcome: 'unsupported' };
  if (request.boardId && !(await ownsBoard(studio.database, buyer.userId, request.boardId))) return { outcome: 'not-found' };
  const terms = await moderate(studio, buyer.userId, [request.prompt, request.negativePrompt ?? ''].join('\n'), request.provider);
  if (terms.length > 0) return { outcome: 'refused', terms };
  return takeOrder(studio, buyer, idempotency, { ...request, price: credits });
}

const parent = z.object({
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  style: z.enum(STYLE_IDS).nullable(),
  resolution: z.enum(RESOLUTION_IDS),
  width: z.number().nullable(),
  height: z.number().nullable(),
  imported_as: z.string().nullable(),
  mark: z.string().nullable(),
  seed: z.number().nullable(),
  instructions: z.string().nullable(),
  mode: z.string().nullable(),
});

/** Orders one image based on another of the same person. */
export async function orderRefinement(
  studio: Studio,
  buyer: Buyer,
  key: string,
  imageId: string,
  request: RefineRequest,
): Promise<Ordered> {
  const idempotency = { key, hash: requestHash({ imageId, ...request }) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  const [row] = await studio.database.query(
    `select b.prompt, b.negative_prompt, b.style, b.resolution, b.width, b.height, i.imported_as, i.mark, i.seed, b.instructions, b.mode
     from studio.images i join studio.batches b on b.id = i.batch_id
     where i.id = $1 and i.user_id = $2 and i.deleted_at is null`,
    [imageId, buyer.userId],
  );
  if (!row) return { outcome: 'not-found' };
  const origin = parent.parse(row);
  const from = resolutionById(origin.resolution);
  const size = ownSize(origin, buyer.tier);
  if (!size && from.tier !== 'free' && !tierAllows(buyer.tier, from.tier)) return { outcome: 'tier', needed: from.tier };
  const mode = refineMode(studio, request);
  if (!mode) return { outcome: 'unsupported' };
  // Without a prompt, it cannot be redrawn.
  if (mode === 'regenerate' && origin.prompt === '') return { outcome: 'no-editing' };
  const terms = await moderate(studio, buyer.userId, request.instructions, request.provider);
  if (terms.length > 0) return { outcome: 'refused', terms };
  const masked = await withMask(studio, buyer, idempotency, request.mask);
  if ('outcome' in masked) return masked;
  return takeOrder(studio, buyer, idempotency, {
    prompt: wishOf(origin),
    style: origin.style,
    aspectRatio: from.aspectRatio,
    resolution: from.id,
    size,
    mark: markOf(origin),
    ...(origin.negative_prompt && { negativePrompt: origin.negative_prompt }),
    count: 1,
    seed: request.seed ?? origin.seed ?? undefined,
    provider: request.provider,
    price: REFINEMENT_CREDITS,
    refinement: { parentId: imageId, instructions: request.instructions, mode, ...masked },
  });
}

/** For an image with its own size: the result has the same shape, as large as the plan allows. */
function ownSize({ width, height }: z.infer<typeof parent>, tier: Tier): Draft['size'] {
  return width !== null && height !== null ? editedSize({ width, height }, tier) : undefined;
}

/** A person's own image always stays an edited one; an AI image stays an AI image. */
function markOf({ imported_as: importedAs, mark }: z.infer<typeof parent>): 'ai' | 'edited' {
  return mark === 'edited' || (importedAs !== null && mark !== 'ai') ? 'edited' : 'ai';
}

/** An image that was redrawn from the prompt needs its instructions repeated. */
function wishOf({ prompt, instructions, mode }: z.infer<typeof parent>): string {
  return mode === 'regenerate' && instructions ? `${prompt}, ${instructions}`.slice(0, PROMPT_LENGTH) : prompt;
}

/** How the configured services refine; undefined when a mask was drawn and none takes one. */
function refineMode({ providers }: Studio, { mask, provider }: RefineRequest): 'edit' | 'mask' | 'regenerate' | undefined {
  const asked = provider ? providers.filter(({ manifest }) => manifest.id === provider) : providers;
  if (mask !== undefined) return asked.some(({ manifest }) => manifest.capabilities.mask) ? 'mask' : undefined;
  return asked.some(({ manifest }) => manifest.capabilities.edit) ? 'edit' : 'regenerate';
}

type Mask = { readonly key: string; readonly bytes: Uint8Array };

/** Returns the mask with the key under which the accepted order stores it, or why the order is refused. */
async function withMask(
  studio: Studio,
  buyer: Buyer,
  idempotency: Idempotency,
  base64: string | undefined,
): Promise<{ readonly mask?: Mask } | Ordered> {
  if (base64 === undefined) return {};
  const { userId } = buyer;
  // The binding check is repeated under a lock.
  const obstacle = await obstacleTo(studio, userId, REFINEMENT_CREDITS);
  // The same request, sent twice at once, may have used the last credit.
  if (obstacle) return (await findByIdempotencyKey(studio.database, BATCHES, userId, idempotency)) ?? obstacle;
  const bytes = Buffer.from(base64, 'base64');
  const key = `studio/masks/${createHash('sha256').update(userId).update(bytes).digest('hex')}`;
  await noteFileRow(studio.database, { key, bytes: bytes.byteLength, width: 0, height: 0 }, studio.now());
  return { mask: { key, bytes } };
}

/** The lock also keeps the limits of an account: one order or import is created at a time. */
export const BATCHES: KeyedTable<{ readonly outcome: 'taken'; readonly batchId: string }> = {
  table: 'studio.batches',
  owner: 'user_id',
  key: 'idempotency_key',
  columns: 'id',
  resultOf: ({ id }) => ({ outcome: 'taken', batchId: z.string().parse(id) }),
  lock: STUDIO_LOCK,
};

async function ownsBoard(sql: Sql, userId: string, boardId: string): Promise<boolean> {
  return (await sql.query('select from studio.boards where id = $1 and user_id = $2', [boardId, userId])).length > 0;
}

/** Rolls back the transaction and carries the answer. */
class NotTaken extends Error {
  readonly ordered: Ordered;
  constructor(ordered: Ordered) {
    super(ordered.outcome);
    this.ordered = ordered;
  }
}

/** Reserves credits and creates batch, slots and jobs, all in one transaction. */
async function takeOrder(studio: Studio, buyer: Buyer, idempotency: Idempotency, draft: Draft): Promise<Ordered> {
  const { userId } = buyer;
  const insert: Insert = { batchId: randomUUID(), buyer, idempotency, draft };
  try {
    return await studio.database.transaction((sql) =>
      runOnce(sql, BATCHES, { owner: userId, idempotency }, () => createBatch(studio, sql, insert)),
    );
  } catch (error) {
    if (error instanceof NotTaken) return error.ordered;
    throw error;
  }
}

/** The account limit that prevents another order, if any. */
async function obstacleTo({ database, now }: Studio, userId: string, price: number): Promise<Ordered | undefined> {
  if ((await openBatches(database, userId)) >= MAX_OPEN_ORDERS) return { outcome: 'busy' };
  const { available, frozen } = await createLedger(database, now).balance(userId);
  if (frozen) return { outcome: 'frozen' };
  return available < price ? { outcome: 'insufficient' } : undefined;
}

async function openBatches(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query('select count(*) as open from studio.batches where user_id = $1 and ended_at is null', [userId]);
  return z.object({ open: z.number() }).parse(row).open;
}

/** @throws NotTaken to roll back */
async function createBatch(studio: Studio, sql: Sql, insert: Insert): Promise<Ordered> {
  const { batchId, buyer, idempotency, draft } = insert;
  const { userId } = buyer;
  await insertBatch(studio, sql, insert);
  if ((await openBatches(sql, userId)) > MAX_OPEN_ORDERS) throw new NotTaken({ outcome: 'busy' });
  const full = await storageFull(studio, sql, buyer);
  if (full) throw new NotTaken(full);
  if (isDesign(studio, draft)) await countDesigns(studio, sql, buyer, draft);
  await holdCredits(studio, sql, { batchId, userId, ...idempotency, purpose: purposeOf(draft), amount: heldFor(studio, draft) });
  await insertSlots(studio, sql, batchId, draft);
  // Last, so that refused orders store nothing, however many arrive at once.
  const mask = draft.refinement?.mask;
  if (mask) await studio.blobs.put(mask.key, mask.bytes, mask.bytes.byteLength);
  return { outcome: 'taken', batchId };
}

function purposeOf({ refinement, resolution }: Draft): CreditPurpose {
  if (refinement) return 'refinement';
  return resolutionById(resolution).upscaled ? 'upscale' : 'images';
}

/** Designs are free, so nothing is reserved when only a design can result. */
function heldFor(studio: Studio, draft: Draft): number {
  return isDesign(studio, draft) ? 0 : draft.price * draft.count;
}

/** Whether only a design can result. */
function isDesign({ providers }: Studio, { provider }: Draft): boolean {
  const chosen = providers.find(({ manifest }) => manifest.id === provider);
  return chosen ? chosen.manifest.design : providers.every(({ manifest }) => manifest.design);
}

/** @throws NotTaken to roll back */
async function countDesigns(studio: Studio, sql: Sql, buyer: Buyer, { resolution, count }: Draft): Promise<void> {
  const amount = resolutionById(resolution).credits * count;
  const retryAfterS = await studio.countDesigns(sql, { buyer, amount });
  if (retryAfterS !== undefined) throw new NotTaken({ outcome: 'too-many-designs', retryAfterS });
}

type Insert = {
  readonly batchId: string;
  readonly buyer: Buyer;
  readonly idempotency: Idempotency;
  readonly draft: Draft;
};

async function insertBatch(studio: Studio, sql: Sql, { batchId, buyer, idempotency, draft }: Insert): Promise<void> {
  const now = studio.now();
  await sql.query(
    `insert into studio.batches (id, user_id, idempotency_key, request_hash, changed_at, created_at, expires_at, prompt, negative_prompt,
       style, aspect_ratio, resolution, count, seed, provider, price, held, board_id, parent_id, instructions, mode, mask_key, width,
       height, mark, place)
     values ($1, $2, $3, $4, clock_timestamp(), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`,
    [
      batchId,
      buyer.userId,
      idempotency.key,
      idempotency.hash,
      now,
      new Date(now.getTime() + studio.times.expiryMs),
      draft.prompt,
      draft.negativePrompt || null,
      draft.style ?? null,
      draft.aspectRatio,
      draft.resolution,
      draft.count,
      draft.seed ?? randomInt(0, MAX_SEED),
      draft.provider ?? null,
      draft.price,
      heldFor(studio, draft),
      draft.boardId ?? null,
      ...refinementValues(draft.refinement),
      draft.size?.width ?? null,
      draft.size?.height ?? null,
      draft.mark ?? 'ai',
      placeOf(buyer) ?? null,
    ],
  );
}

function refinementValues(refinement: Draft['refinement']): readonly (string | null)[] {
  if (!refinement) return [null, null, null, null];
  const { parentId, instructions, mode, mask } = refinement;
  return [parentId, instructions, mode, mask?.key ?? null];
}

type Hold = {
  readonly batchId: string;
  readonly userId: string;
  readonly key: string;
  readonly hash: string;
  readonly purpose: CreditPurpose;
  readonly amount: number;
};

async function holdCredits(studio: Studio, sql: Sql, { batchId, userId, key, hash, purpose, amount }: Hold): Promise<void> {
  if (amount === 0) return;
  const reserved = await createLedger(sql, studio.now).reserve({
    userId,
    key: `images:${key}`,
    request: hash,
    purpose,
    amount,
    milliseconds: studio.times.expiryMs + HOLD_SPARE_MS,
  });
  if (!('holdId' in reserved)) throw new NotTaken({ outcome: reserved.outcome });
  await sql.query('update studio.batches set hold_id = $2 where id = $1', [batchId, reserved.holdId]);
}

async function insertSlots(studio: Studio, sql: Sql, batchId: string, draft: Draft): Promise<void> {
  const kind = isDesign(studio, draft) ? 'design' : 'image';
  for (let index = 0; index < draft.count; index += 1) {
    const slotId = randomUUID();
    await sql.query(
      `insert into studio.slots (id, batch_id, index, seed)
       select $1, id, $3::int, (seed + $3::int) % $4::bigint from studio.batches where id = $2`,
      [slotId, batchId, index, MAX_SEED + 1],
    );
    await studio.enqueue(slotId, sql, kind);
  }
}
