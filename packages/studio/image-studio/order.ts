/** Accepts an order: validates it, prices it, and stores everything needed before the first service is called. */
import { randomInt, randomUUID } from 'node:crypto';
import type { CreditPurpose } from '@bakkum/api-contract/billing/credits';
import type { GenerationRequest } from '@bakkum/api-contract/images/images';
import { storableJson } from '@bakkum/api-contract/text';
import { createLedger } from '@bakkum/credits/ledger';
import type { Sql } from '@bakkum/database/sql';
import { findByIdempotencyKey, type Idempotency, type KeyedTable, requestHash, runOnce } from '@bakkum/idempotency/idempotency';
import type { Size } from '@bakkum/image-provider/drawn-size';
import { MAX_OPEN_ORDERS, MAX_SEED } from '@bakkum/studio-options/limits';
import { imageCredits } from '@bakkum/studio-options/prices';
import {
  type AspectRatio,
  type ResolutionId,
  resolutionById,
  type Tier,
  tierAllows,
  tierOfCount,
} from '@bakkum/studio-options/resolutions';
import type { StyleId } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import type { Extension } from './extending/extension.ts';
import { type EditMode, firstModel, modelsFor, type NoModel } from './model-choice.ts';
import { moderate } from './moderation/moderation.ts';
import { placeOf, STUDIO_LOCK, type StorageFull, storageFull } from './stored-bytes.ts';
import type { Buyer, EnabledModel, Studio } from './studio.ts';

export type Ordered =
  | { readonly outcome: 'taken'; readonly batchId: string }
  | { readonly outcome: 'refused'; readonly terms: readonly string[] }
  | { readonly outcome: 'tier'; readonly needed: Exclude<Tier, 'free'> }
  | { readonly outcome: 'too-many-designs'; readonly retryAfterS: number }
  | StorageFull
  | NoModel
  | {
      readonly outcome:
        | 'insufficient'
        | 'frozen'
        | 'conflict'
        | 'busy'
        | 'not-found'
        | 'unsupported'
        | 'unchecked'
        | 'too-many-changes';
    };

/** The data for a batch row. */
type Draft = {
  readonly prompt: string;
  readonly negativePrompt?: string | undefined;
  readonly style?: StyleId | null | undefined;
  readonly aspectRatio: AspectRatio;
  readonly resolution: ResolutionId;
  /** Set when it differs from the sizes on sale. */
  readonly size?: Size | undefined;
  /** The origin recorded in the files. */
  readonly mark?: 'ai' | 'edited';
  readonly count: number;
  readonly seed?: number | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** Credits of one image. */
  readonly price: number;
  /** Only a design can result, which is free. */
  readonly design: boolean;
  readonly boardId?: string | undefined;
  readonly refinement?: {
    readonly parentId: string;
    readonly instructions: string;
    readonly mode: EditMode;
    readonly mask?: Mask;
    readonly extension?: Extension;
    /** How much to change, in percent, unless the default of the model applies. */
    readonly strength?: number;
  };
};

/** A drawn mask and the key of its file. */
export type Mask = { readonly key: string; readonly bytes: Uint8Array };

/** A hold outlives its batch, so that the batch ends it rather than the sweeper. */
const HOLD_SPARE_MS = 15 * 60_000;

/** Orders new images. */
export async function orderImages(studio: Studio, buyer: Buyer, key: string, request: GenerationRequest): Promise<Ordered> {
  const idempotency = { key, hash: requestHash(request) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  const { tier, aspectRatio, ...size } = resolutionById(request.resolution);
  if (aspectRatio !== request.aspectRatio) return { outcome: 'unsupported' };
  const needed = [tier, tierOfCount(request.count)].find((one) => !tierAllows(buyer.tier, one));
  if (needed && needed !== 'free') return { outcome: 'tier', needed };
  const enabled = firstModel(studio, { ...request, mode: null, size });
  if ('outcome' in enabled) return enabled;
  if (request.boardId && !(await ownsBoard(studio.database, buyer.userId, request.boardId))) return { outcome: 'not-found' };
  const chain = modelsFor(studio, { ...request, mode: null, size });
  const verdict = await moderate(studio, buyer.userId, { prompt: request.prompt, without: request.negativePrompt }, chain);
  if (verdict.outcome !== 'passed') return verdict;
  return takeOrder(studio, buyer, idempotency, { ...request, ...priceOf(enabled, size) });
}

/** A model's price for one image of this size. */
export function priceOf({ manifest: { design }, model }: EnabledModel, size: Size): Pick<Draft, 'price' | 'design'> {
  return { design, price: design ? 0 : imageCredits(size, model.creditRate) };
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
export async function takeOrder(studio: Studio, buyer: Buyer, idempotency: Idempotency, draft: Draft): Promise<Ordered> {
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
export async function obstacleTo({ database, now }: Studio, userId: string, price: number): Promise<Ordered | undefined> {
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
  if (draft.design) await countDesigns(studio, sql, buyer, draft);
  await holdCredits(studio, sql, { batchId, userId, ...idempotency, purpose: purposeOf(draft), amount: heldFor(draft) });
  await insertSlots(studio, sql, batchId, draft);
  // Last, so that refused orders store nothing, however many arrive at once.
  const mask = draft.refinement?.mask;
  if (mask) await studio.blobs.put(mask.key, mask.bytes, mask.bytes.byteLength);
  return { outcome: 'taken', batchId };
}

/** Versions that have words of their own in statements. */
const PURPOSES: Readonly<Partial<Record<EditMode, CreditPurpose>>> = {
  upscale: 'upscale',
  extend: 'extension',
  'remove-background': 'background',
  variation: 'variations',
};

function purposeOf({ refinement }: Draft): CreditPurpose {
  if (!refinement) return 'images';
  return PURPOSES[refinement.mode] ?? 'refinement';
}

function heldFor({ price, count }: Draft): number {
  return price * count;
}

/** @throws NotTaken to roll back */
async function countDesigns(studio: Studio, sql: Sql, buyer: Buyer, { resolution, size, count }: Draft): Promise<void> {
  const amount = imageCredits(size ?? resolutionById(resolution), 1) * count;
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
       style, aspect_ratio, resolution, count, seed, provider, model, price, held, board_id, parent_id, instructions, mode, mask_key, width,
       height, mark, place, extension, strength)
     values ($1, $2, $3, $4, clock_timestamp(), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)`,
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
      draft.model ?? null,
      draft.price,
      heldFor(draft),
      draft.boardId ?? null,
      ...refinementValues(draft.refinement),
      draft.size?.width ?? null,
      draft.size?.height ?? null,
      draft.mark ?? 'ai',
      placeOf(buyer) ?? null,
      ...changeValues(draft.refinement),
    ],
  );
}

function refinementValues(refinement: Draft['refinement']): readonly (string | null)[] {
  if (!refinement) return [null, null, null, null];
  const { parentId, instructions, mode, mask } = refinement;
  return [parentId, instructions, mode, mask?.key ?? null];
}

function changeValues({
  extension,
  strength,
}: Partial<NonNullable<Draft['refinement']>> = {}): readonly (string | number | null)[] {
  return [extension ? storableJson(extension) : null, strength ?? null];
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
  const kind = draft.design ? 'design' : 'image';
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
