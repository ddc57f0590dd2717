/** Orders edits of images. */
import { createHash } from 'node:crypto';
import type { Editor, RefineRequest } from '@bakkum/api-contract/images/images';
import { findByIdempotencyKey, type Idempotency, requestHash } from '@bakkum/idempotency/idempotency';
import { nativeSize, type Size } from '@bakkum/image-provider/drawn-size';
import { editsImages } from '@bakkum/image-provider/model';
import { BACKGROUND_GROUP } from '@bakkum/studio-options/design-background';
import { editedSize } from '@bakkum/studio-options/imports';
import { MAX_DESIGN_CHANGES, PROMPT_LENGTH } from '@bakkum/studio-options/limits';
import { RESOLUTION_IDS, resolutionById, type Tier, tierAllows } from '@bakkum/studio-options/resolutions';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import { noteFileRow } from './files/file-row.ts';
import { firstModel, modelsFor } from './model-choice.ts';
import { moderate } from './moderation/moderation.ts';
import { BATCHES, type Mask, type Ordered, obstacleTo, priceOf, takeOrder } from './order.ts';
import type { Buyer, EnabledModel, Studio } from './studio.ts';

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
  has_vector: z.boolean(),
  /** Whether its drawing has a background that can be removed. */
  has_background: z.boolean(),
  transparent: z.boolean(),
  /** Size of its file. */
  bytes: z.number(),
});

/** The image that another is made from. */
export type Origin = z.infer<typeof parent>;

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
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return { outcome: 'not-found' };
  const from = resolutionById(origin.resolution);
  const needed = neededTier(origin, buyer);
  if (needed) return { outcome: 'tier', needed };
  const wanted = wantedEdit(studio, origin, request);
  const { mode, prompt, instructions, model } = wanted;
  if (mode === 'regenerate' && instructions.split('\n').length > MAX_DESIGN_CHANGES) return { outcome: 'too-many-changes' };
  const enabled = firstModel(studio, wanted);
  if ('outcome' in enabled) return enabled;
  const size = sizeOfEdit(origin, buyer, enabled);
  const price = priceOf(enabled, size);
  // A harmless prompt and harmless instructions may be harmful together.
  const words = {
    prompt: `${prompt}\n${instructions}`.trim(),
    without: origin.negative_prompt,
    ofUpload: isOfUpload(origin),
  };
  const verdict = await moderate(studio, buyer.userId, words, modelsFor(studio, { ...wanted, size }));
  if (verdict.outcome !== 'passed') return verdict;
  const masked = await withMask(studio, buyer, { idempotency, base64: request.mask, ...price });
  if ('outcome' in masked) return masked;
  return takeOrder(studio, buyer, idempotency, {
    prompt,
    style: origin.style,
    aspectRatio: from.aspectRatio,
    resolution: from.id,
    size: size.width === from.width && size.height === from.height ? undefined : size,
    mark: markOf(origin),
    ...(origin.negative_prompt && { negativePrompt: origin.negative_prompt }),
    count: 1,
    seed: request.seed ?? origin.seed ?? undefined,
    provider: request.provider,
    model,
    ...price,
    refinement: { parentId: imageId, instructions, mode, ...masked, ...strengthIn(request) },
  });
}

function strengthIn({ strength }: RefineRequest): { readonly strength?: number } {
  return strength === undefined ? {} : { strength };
}

/** What to ask the model for. */
function wantedEdit(studio: Studio, origin: Origin, request: RefineRequest) {
  const common = { ...request, negativePrompt: origin.negative_prompt };
  const redrawing = redrawingModel(studio, origin, request);
  if (redrawing) {
    const instructions = changesOf(origin, request.instructions);
    return { ...common, model: redrawing.key, prompt: origin.prompt, instructions, mode: 'regenerate' } as const;
  }
  return { ...common, prompt: wishOf(origin), mode: request.mask === undefined ? 'edit' : 'mask' } as const;
}

/** The plan that the size on sale needs; an image with its own size is edited at that of the plan. */
export function neededTier({ resolution, width }: Origin, buyer: Buyer): Exclude<Tier, 'free'> | undefined {
  const { tier } = resolutionById(resolution);
  return width !== null || tier === 'free' || tierAllows(buyer.tier, tier) ? undefined : tier;
}

export async function originOf({ database }: Studio, { userId }: Buyer, imageId: string): Promise<Origin | undefined> {
  const [row] = await database.query(
    `select b.prompt, b.negative_prompt, b.style, b.resolution, b.width, b.height, i.imported_as, i.mark, i.seed, b.instructions, i.vector is not null as has_vector,
       coalesce(strpos(i.vector, $3) > 0, false) as has_background, f.transparent, f.bytes
     from studio.images i join studio.batches b on b.id = i.batch_id join studio.files f on f.key = i.file_key
     where i.id = $1 and i.user_id = $2 and i.deleted_at is null`,
    [imageId, userId, BACKGROUND_GROUP],
  );
  return row && parent.parse(row);
}

/** The size of the image, or the largest of its shape that the plan allows and the model draws. */
export function sizeOfEdit(origin: Origin, { tier }: Buyer, { model }: EnabledModel): Size {
  const { width, height } = nativeSize(model.sizes, ownSize(origin, tier) ?? resolutionById(origin.resolution));
  return { width, height };
}

/** The models that can edit an image, in the order they are tried, with the size and the credits of the result. */
export async function editorsOf(studio: Studio, buyer: Buyer, imageId: string): Promise<readonly Editor[] | undefined> {
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return undefined;
  const able = studio.models.filter(({ model }) => editsImages(model) || model.mask);
  const redrawing = redrawingModel(studio, origin, {});
  return [...(redrawing ? [redrawing] : []), ...able].map((enabled) => {
    const size = sizeOfEdit(origin, buyer, enabled);
    return { model: enabled.key, ...size, credits: priceOf(enabled, size).price };
  });
}

/** A design is drawn again, free of charge, unless a model that edits images is chosen. */
function redrawingModel(
  { models }: Pick<Studio, 'models'>,
  origin: Origin,
  { model: chosen, provider, mask }: Partial<RefineRequest>,
): EnabledModel | undefined {
  if (!origin.has_vector || mask !== undefined) return undefined;
  const redrawing = models.find(({ model }) => model.edit === 'redrawn');
  return !redrawing || (chosen ?? provider ?? redrawing.key) !== redrawing.key ? undefined : redrawing;
}

/** All instructions since the first design, one a line. An enlarged copy of a design has those of its original. */
export function changesOf({ has_vector: isDesign, instructions }: Origin, change: string): string {
  const line = change.replaceAll(/\s+/g, ' ').trim();
  return isDesign && instructions ? `${instructions}\n${line}` : line;
}

/** For an image with its own size: the result has the same shape, as large as the plan allows. */
function ownSize({ width, height }: Origin, tier: Tier): Size | undefined {
  return width !== null && height !== null ? editedSize({ width, height }, tier) : undefined;
}

/** Whether it was uploaded or made from an upload: only generated images have a prompt. */
export function isOfUpload({ imported_as: importedAs, mark, prompt }: Origin): boolean {
  return importedAs !== null || mark === 'edited' || prompt === '';
}

/** A person's own image always stays an edited one; an AI image stays an AI image. */
export function markOf({ imported_as: importedAs, mark }: Origin): 'ai' | 'edited' {
  return mark === 'edited' || (importedAs !== null && mark !== 'ai') ? 'edited' : 'ai';
}

/** A design that was drawn again needs its instructions repeated. */
export function wishOf({ prompt, instructions, has_vector: isDesign }: Origin): string {
  return isDesign && instructions ? `${prompt}, ${instructions.replaceAll('\n', ', ')}`.slice(0, PROMPT_LENGTH) : prompt;
}

/** Returns the mask with the key under which the accepted order stores it, or why the order is refused. */
async function withMask(
  studio: Studio,
  buyer: Buyer,
  {
    idempotency,
    base64,
    price,
  }: { readonly idempotency: Idempotency; readonly base64: string | undefined; readonly price: number },
): Promise<{ readonly mask?: Mask } | Ordered> {
  if (base64 === undefined) return {};
  const { userId } = buyer;
  // The binding check is repeated under a lock.
  const obstacle = await obstacleTo(studio, userId, price);
  // The same request, sent twice at once, may have used the last credit.
  if (obstacle) return (await findByIdempotencyKey(studio.database, BATCHES, userId, idempotency)) ?? obstacle;
  const bytes = Buffer.from(base64, 'base64');
  const key = `studio/masks/${createHash('sha256').update(userId).update(bytes).digest('hex')}`;
  await noteFileRow(studio.database, { key, bytes: bytes.byteLength, width: 0, height: 0 }, studio.now());
  return { mask: { key, bytes } };
}
