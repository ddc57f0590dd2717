/** Orders variations of images. */
import type { VariationsRequest, VariatorView } from '@bakkum/api-contract/images/images';
import { findByIdempotencyKey, requestHash } from '@bakkum/idempotency/idempotency';
import { resolutionById, tierAllows, tierOfCount } from '@bakkum/studio-options/resolutions';
import { firstModel, modelsFor, type NoModel, type Wanted } from '../model-choice.ts';
import { moderate, type Verdict } from '../moderation/moderation.ts';
import { BATCHES, type Ordered, priceOf, takeOrder } from '../order.ts';
import { isOfUpload, markOf, neededTier, type Origin, originOf, sizeOfEdit, wishOf } from '../refinement.ts';
import { type BatchRow, sizeOf } from '../rows.ts';
import type { Buyer, EnabledModel, Studio } from '../studio.ts';

/** Orders new images near an image of the same person. */
export async function orderVariations(
  studio: Studio,
  buyer: Buyer,
  key: string,
  imageId: string,
  request: VariationsRequest,
): Promise<Ordered> {
  const idempotency = { key, hash: requestHash({ imageId, variations: request }) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return { outcome: 'not-found' };
  const needed = neededTier(origin, buyer) ?? lackedTier(request, buyer);
  if (needed) return { outcome: 'tier', needed };
  const enabled = studio.models.find((one) => one.key === request.model);
  if (!enabled) return { outcome: 'unsupported' };
  const wanted = wantedOf(origin, enabled, request.strength);
  const obstacle = obstacleOf(studio, enabled, origin, wanted);
  if (obstacle) return obstacle;
  const size = sizeOfEdit(origin, buyer, enabled);
  const chain = enabled.manifest.design ? [enabled] : modelsFor(studio, { ...wanted, size });
  const verdict = await checkWords(studio, buyer, origin, { ...wanted, chain });
  if (verdict.outcome !== 'passed') return verdict;
  const from = resolutionById(origin.resolution);
  return takeOrder(studio, buyer, idempotency, {
    ...{ prompt: wanted.prompt, style: origin.style, aspectRatio: from.aspectRatio, resolution: from.id, mark: markOf(origin) },
    size: size.width === from.width && size.height === from.height ? undefined : size,
    ...(origin.negative_prompt && { negativePrompt: origin.negative_prompt }),
    ...{ count: request.count, seed: request.seed, model: enabled.key, ...priceOf(enabled, size) },
    refinement: {
      parentId: imageId,
      // An image without a prompt is known by the words of its original.
      instructions: wanted.prompt ? wanted.instructions : (origin.imported_as ?? wanted.instructions),
      mode: 'variation',
      ...(request.strength !== undefined && { strength: request.strength }),
    },
  });
}

/** What can make variations of an image (the free redrawing of a design first), with their size and price; undefined if there is no such image. */
export async function variatorsOf(studio: Studio, buyer: Buyer, imageId: string): Promise<readonly VariatorView[] | undefined> {
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return undefined;
  return studio.models
    .filter((enabled) => !obstacleOf(studio, enabled, origin, wantedOf(origin, enabled)))
    .toSorted((one, other) => Number(other.manifest.design) - Number(one.manifest.design))
    .map((enabled) => {
      const { manifest, model, key } = enabled;
      const size = sizeOfEdit(origin, buyer, enabled);
      return {
        ...{ model: key, name: model.name, serviceName: manifest.name, method: manifest.design ? 'redraw' : 'model' },
        ...size,
        credits: priceOf(enabled, size).price,
        ...(model.strength && { strength: model.strength.variation }),
      };
    });
}

/**
 * The models to try for a batch: the one that was chosen, then others that can do the same. A design is drawn by the design studio alone.
 * Empty if the chosen model is no longer enabled, as it may have been the design studio, whose orders are free.
 */
export function variatorsFor(studio: Pick<Studio, 'models'>, batch: BatchRow): readonly EnabledModel[] {
  const chosen = studio.models.find(({ key }) => key === batch.model);
  if (!chosen) return [];
  if (chosen.manifest.design) return [chosen];
  return modelsFor(studio, { ...batch, negativePrompt: batch.negative_prompt, size: sizeOf(batch) });
}

/** The plan that so many images need. */
function lackedTier({ count }: VariationsRequest, buyer: Buyer): 'premium' | 'annual' | undefined {
  const tier = tierOfCount(count);
  return tier === 'free' || tierAllows(buyer.tier, tier) ? undefined : tier;
}

type WantedVariation = Wanted & { readonly prompt: string; readonly instructions: string };

/** What to ask a model for. A design has its instructions apart from its prompt, unless a model varies it. */
function wantedOf(origin: Origin, { key, manifest }: EnabledModel, strength?: number): WantedVariation {
  const isRedrawn = manifest.design || !origin.has_vector;
  return {
    ...{ mode: 'variation', model: key, strength, negativePrompt: origin.negative_prompt },
    prompt: isRedrawn ? origin.prompt : wishOf(origin),
    instructions: isRedrawn ? instructionsOf(origin, manifest.design) : '',
  };
}

/** In one line, except those of a design, which has one line for each change. */
function instructionsOf({ instructions }: Origin, isDesign: boolean): string {
  return isDesign ? (instructions ?? '') : (instructions ?? '').replaceAll(/\s+/g, ' ');
}

function obstacleOf(
  studio: Pick<Studio, 'models'>,
  { manifest, model }: EnabledModel,
  { has_vector: isDesign }: Origin,
  wanted: WantedVariation,
): NoModel | undefined {
  if (!manifest.design) {
    const first = firstModel(studio, wanted);
    return 'outcome' in first ? first : undefined;
  }
  if (!isDesign || model.edit !== 'redrawn') return { outcome: 'no-editing' };
  return wanted.strength === undefined ? undefined : { outcome: 'no-strength' };
}

type Checked = Pick<WantedVariation, 'prompt' | 'instructions'> & { readonly chain: readonly EnabledModel[] };

/** Nothing can be checked of an image without words. */
async function checkWords(
  studio: Studio,
  { userId }: Buyer,
  origin: Origin,
  { prompt, instructions, chain }: Checked,
): Promise<Verdict> {
  if (prompt === '') return { outcome: 'passed' };
  const checked = {
    prompt: `${prompt}\n${instructions}`.trim(),
    without: origin.negative_prompt,
    ofUpload: isOfUpload(origin),
  };
  return moderate(studio, userId, checked, chain);
}
