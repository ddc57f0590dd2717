/** Orders enlarged copies of images. */
import type { UpscaleRequest, UpscalerView } from '@bakkum/api-contract/images/images';
import { findByIdempotencyKey, requestHash } from '@bakkum/idempotency/idempotency';
import type { Size } from '@bakkum/image-provider/drawn-size';
import type { UpscaleFacts } from '@bakkum/image-provider/model';
import { resolutionById, tierAllows } from '@bakkum/studio-options/resolutions';
import { tierOfUpscaled, UPSCALE_FACTORS } from '@bakkum/studio-options/upscaling';
import { BATCHES, type Ordered, takeOrder } from '../order.ts';
import { markOf, type Origin, originOf } from '../refinement.ts';
import { type BatchRow, sizeOf } from '../rows.ts';
import type { Buyer, EnabledModel, Studio } from '../studio.ts';

/** Orders one enlarged copy of an image of the same person. */
export async function orderUpscaling(
  studio: Studio,
  buyer: Buyer,
  key: string,
  imageId: string,
  request: UpscaleRequest,
): Promise<Ordered> {
  const idempotency = { key, hash: requestHash({ imageId, upscale: request }) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return { outcome: 'not-found' };
  const upscaler = studio.upscalers.find(({ key: id }) => id === request.model);
  if (!upscaler) return { outcome: 'unsupported' };
  const size = enlarged(sizeOf(origin), request.factor);
  const tier = tierOfUpscaled(size);
  if (!tier || !canEnlarge(upscaler, origin, request.factor)) return { outcome: 'size' };
  if (tier !== 'free' && !tierAllows(buyer.tier, tier)) return { outcome: 'tier', needed: tier };
  const { id: resolution, aspectRatio } = resolutionById(origin.resolution);
  return takeOrder(studio, buyer, idempotency, {
    ...{ prompt: origin.prompt, style: origin.style, aspectRatio, resolution, size, mark: markOf(origin) },
    ...(origin.negative_prompt && { negativePrompt: origin.negative_prompt }),
    count: 1,
    seed: origin.seed ?? undefined,
    model: upscaler.key,
    price: creditsOf(upscaler),
    design: upscaler.manifest.design,
    // An image without a prompt is known by the words of its original.
    refinement: { parentId: imageId, instructions: origin.imported_as ?? origin.instructions ?? '', mode: 'upscale' },
  });
}

/** What can enlarge an image, with the sizes of the results; undefined if there is no such image. */
export async function upscalersOf(studio: Studio, buyer: Buyer, imageId: string): Promise<readonly UpscalerView[] | undefined> {
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return undefined;
  return studio.upscalers.flatMap((one) => {
    const sizes = UPSCALE_FACTORS.filter((factor) => canEnlarge(one, origin, factor)).flatMap((factor) =>
      offered(one, origin, buyer, factor),
    );
    const { name, upscale } = one.model;
    return upscale && sizes.length > 0
      ? [{ model: one.key, name, serviceName: one.manifest.name, method: upscale.method, sizes }]
      : [];
  });
}

function offered(
  upscaler: EnabledModel,
  origin: Origin,
  { tier: owned }: Buyer,
  factor: UpscaleRequest['factor'],
): UpscalerView['sizes'] {
  const size = enlarged(sizeOf(origin), factor);
  const tier = tierOfUpscaled(size);
  if (!tier) return [];
  const needs = tier !== 'free' && !tierAllows(owned, tier) && { needs: tier };
  return [{ factor, ...size, credits: creditsOf(upscaler), ...needs }];
}

/** The upscalers to try for a batch: the one that was chosen, then others of the same kind that cost no more. */
export function upscalersFor({ upscalers }: Pick<Studio, 'upscalers'>, batch: BatchRow): readonly EnabledModel[] {
  const chosen = upscalers.find(({ key }) => key === batch.model);
  if (!chosen) return [];
  const others = upscalers.filter(
    (one) => one !== chosen && one.model.upscale?.method === chosen.model.upscale?.method && creditsOf(one) <= batch.price,
  );
  return [chosen, ...others];
}

function enlarged({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}

function creditsOf({ model: { upscale } }: EnabledModel): number {
  return upscale?.credits ?? 0;
}

/** A design is drawn again from its drawing, which is sharper than resampling its pixels. */
function canEnlarge({ model: { upscale } }: EnabledModel, origin: Origin, factor: number): boolean {
  if (!upscale || factor > upscale.factor) return false;
  if (upscale.takes.kind === 'vector') return origin.has_vector;
  if (origin.has_vector && upscale.method === 'resample') return false;
  return isWithin(upscale.takes, sizeOf(origin));
}

function isWithin(
  { shortest, longest, area: [fewest, most] }: Extract<UpscaleFacts['takes'], { kind: 'pixels' }>,
  { width, height }: Size,
): boolean {
  const pixels = width * height;
  return Math.min(width, height) >= shortest && Math.max(width, height) <= longest && pixels >= fewest && pixels <= most;
}
