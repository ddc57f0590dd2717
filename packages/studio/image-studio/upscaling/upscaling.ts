/** Orders enlarged copies of images. */
import type { UpscaleRequest, UpscalerView } from '@bakkum/api-contract/images/images';
import { findByIdempotencyKey, requestHash } from '@bakkum/idempotency/idempotency';
import type { Size } from '@bakkum/image-provider/drawn-size';
import type { Taken, UpscaleFacts } from '@bakkum/image-provider/model';
import { resolutionById, tierAllows } from '@bakkum/studio-options/resolutions';
import { tierOfUpscaled, UPSCALE_FACTORS } from '@bakkum/studio-options/upscaling';
import { BATCHES, type Ordered, takeOrder } from '../order.ts';
import { markOf, type Origin, originOf, wishOf } from '../refinement.ts';
import { type BatchRow, sizeOf } from '../rows.ts';
import type { Buyer, EnabledModel, Studio } from '../studio.ts';

/** Price of the largest resolution, which only enlargements reach. */
const LARGEST_CREDITS = resolutionById('4096x4096').credits;

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
  const facts = upscaler?.model.upscale;
  if (!upscaler || !facts) return { outcome: 'unsupported' };
  const size = enlarged(sizeOf(origin), request.factor);
  const tier = tierOfUpscaled(size);
  if (!tier || !canEnlarge(upscaler, origin, request.factor)) return { outcome: 'size' };
  if (tier !== 'free' && !tierAllows(buyer.tier, tier)) return { outcome: 'tier', needed: tier };
  const { id: resolution, aspectRatio } = resolutionById(origin.resolution);
  return takeOrder(studio, buyer, idempotency, {
    // A model's copy of a design is not a design, so its prompt names everything that the instructions changed.
    prompt: upscaler.manifest.design ? origin.prompt : wishOf(origin),
    ...{ style: origin.style, aspectRatio, resolution, size, mark: markOf(origin) },
    ...(origin.negative_prompt && { negativePrompt: origin.negative_prompt }),
    count: 1,
    seed: origin.seed ?? undefined,
    model: upscaler.key,
    price: upscaleCredits(facts, size),
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
    const { name, upscale } = one.model;
    if (!upscale) return [];
    const sizes = UPSCALE_FACTORS.filter((factor) => canEnlarge(one, origin, factor)).flatMap((factor) =>
      offered(upscale, origin, buyer, factor),
    );
    return sizes.length > 0 ? [{ model: one.key, name, serviceName: one.manifest.name, method: upscale.method, sizes }] : [];
  });
}

function offered(
  upscale: UpscaleFacts,
  origin: Origin,
  { tier: owned }: Buyer,
  factor: UpscaleRequest['factor'],
): UpscalerView['sizes'] {
  const size = enlarged(sizeOf(origin), factor);
  const tier = tierOfUpscaled(size);
  if (!tier) return [];
  const needs = tier !== 'free' && !tierAllows(owned, tier) && { needs: tier };
  return [{ factor, ...size, credits: upscaleCredits(upscale, size), ...needs }];
}

/** The upscalers to try for a batch: the one that was chosen, then others of the same kind that cost no more and need no consent. */
export function upscalersFor({ upscalers }: Pick<Studio, 'upscalers'>, batch: BatchRow): readonly EnabledModel[] {
  const chosen = upscalers.find(({ key }) => key === batch.model);
  const facts = chosen?.model.upscale;
  if (!chosen || !facts) return [];
  const others = upscalers.filter(({ manifest, model: { upscale } }) => {
    return !manifest.needsConsent && upscale?.method === facts.method && upscale.credits <= facts.credits;
  });
  return [chosen, ...others.filter((one) => one !== chosen)];
}

function enlarged({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}

/** What an enlargement to this size costs. Beyond 2048 pixels it costs as much as the largest resolution, unless it is free. */
export function upscaleCredits({ credits }: UpscaleFacts, size: Size): number {
  return credits > 0 && tierOfUpscaled(size) === 'annual' ? Math.max(credits, LARGEST_CREDITS) : credits;
}

/** A design is drawn again from its drawing, which is sharper than resampling its pixels. No service documents transparent images. */
function canEnlarge({ model: { upscale } }: EnabledModel, origin: Origin, factor: number): boolean {
  if (!upscale || factor > upscale.factor) return false;
  if (upscale.takes.kind === 'vector') return origin.has_vector;
  if (origin.has_vector && upscale.method === 'resample') return false;
  if (origin.transparent && upscale.method === 'model') return false;
  return isWithin(upscale.takes, { ...sizeOf(origin), bytes: origin.bytes });
}

type Given = Size & {
  /** Absent if it is not known; the service may then refuse the file. */
  readonly bytes?: number;
};

/** Whether a model takes an image of this size. */
export function isWithin(
  { shortest, longest, area: [fewest, most], bytesBelow = Infinity }: Extract<Taken, { kind: 'pixels' }>,
  { width, height, bytes = 0 }: Given,
): boolean {
  const pixels = width * height;
  const isSide = Math.min(width, height) >= shortest && Math.max(width, height) <= longest;
  return isSide && pixels >= fewest && pixels <= most && bytes < bytesBelow;
}
