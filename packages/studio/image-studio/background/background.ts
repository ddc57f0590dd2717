/** Orders copies of images without their background. */
import type { BackgroundRemoverView, RemoveBackgroundRequest } from '@bakkum/api-contract/images/images';
import { findByIdempotencyKey, requestHash } from '@bakkum/idempotency/idempotency';
import { resolutionById } from '@bakkum/studio-options/resolutions';
import { BATCHES, type Ordered, takeOrder } from '../order.ts';
import { markOf, type Origin, originOf, wishOf } from '../refinement.ts';
import { type BatchRow, sizeOf } from '../rows.ts';
import type { Buyer, EnabledModel, Studio } from '../studio.ts';
import { isWithin } from '../upscaling/upscaling.ts';

/** Orders one copy of an image of the same person, in which the background is transparent. */
export async function orderBackgroundRemoval(
  studio: Studio,
  buyer: Buyer,
  key: string,
  imageId: string,
  request: RemoveBackgroundRequest,
): Promise<Ordered> {
  const idempotency = { key, hash: requestHash({ imageId, removeBackground: request }) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return { outcome: 'not-found' };
  const remover = studio.backgroundRemovers.find((one) => one.key === request.model);
  const facts = remover?.model.removal;
  if (!remover || !facts) return { outcome: 'unsupported' };
  if (!canRemove(remover, origin)) return { outcome: 'size' };
  const { design } = remover.manifest;
  const { id: resolution, aspectRatio } = resolutionById(origin.resolution);
  const { width, height } = sizeOf(origin);
  return takeOrder(studio, buyer, idempotency, {
    // A model's copy of a design is not a design, so its prompt names everything that the instructions changed.
    prompt: design ? origin.prompt : wishOf(origin),
    ...{ style: origin.style, aspectRatio, resolution, size: { width, height }, mark: markOf(origin) },
    ...(origin.negative_prompt && { negativePrompt: origin.negative_prompt }),
    count: 1,
    seed: origin.seed ?? undefined,
    model: remover.key,
    price: facts.credits,
    design,
    // An image without a prompt is known by the words of its original.
    refinement: { parentId: imageId, instructions: origin.imported_as ?? origin.instructions ?? '', mode: 'remove-background' },
  });
}

/** What can remove the background of an image, with its price; undefined if there is no such image. */
export async function backgroundRemoversOf(
  studio: Studio,
  buyer: Buyer,
  imageId: string,
): Promise<readonly BackgroundRemoverView[] | undefined> {
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return undefined;
  return studio.backgroundRemovers.flatMap((one) => {
    const { name, removal } = one.model;
    if (!removal || !canRemove(one, origin)) return [];
    return [{ model: one.key, name, serviceName: one.manifest.name, method: removal.method, credits: removal.credits }];
  });
}

/** The removers to try for a batch: the one that was chosen, then others of the same kind that cost no more and need no consent. */
export function backgroundRemoversFor(
  { backgroundRemovers }: Pick<Studio, 'backgroundRemovers'>,
  batch: BatchRow,
): readonly EnabledModel[] {
  const chosen = backgroundRemovers.find(({ key }) => key === batch.model);
  const facts = chosen?.model.removal;
  if (!chosen || !facts) return [];
  const others = backgroundRemovers.filter(({ manifest, model: { removal } }) => {
    if (manifest.needsConsent) return false;
    if (removal?.method !== facts.method || removal.credits > facts.credits || removal.takes.kind === 'vector') return false;
    return isWithin(removal.takes, sizeOf(batch));
  });
  return [chosen, ...others.filter((one) => one !== chosen)];
}

/** A design is drawn without its background, exactly and free of charge, so no model is asked to find it. */
function canRemove({ model: { removal } }: EnabledModel, origin: Origin): boolean {
  if (!removal || origin.transparent) return false;
  if (removal.takes.kind === 'vector') return origin.has_background;
  return !origin.has_background && isWithin(removal.takes, { ...sizeOf(origin), bytes: origin.bytes });
}
