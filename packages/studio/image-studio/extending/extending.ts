/** Orders extended copies of images. */
import type { ExtenderView, ExtendRequest } from '@bakkum/api-contract/images/images';
import { findByIdempotencyKey, requestHash } from '@bakkum/idempotency/idempotency';
import type { Size } from '@bakkum/image-provider/drawn-size';
import { type Edges, tierOfExtended } from '@bakkum/studio-options/extending';
import { nearestResolution } from '@bakkum/studio-options/imports';
import { MAX_DESIGN_CHANGES } from '@bakkum/studio-options/limits';
import { tierAllows } from '@bakkum/studio-options/resolutions';
import { moderate, type Verdict } from '../moderation/moderation.ts';
import { BATCHES, type Ordered, priceOf, takeOrder } from '../order.ts';
import { changesOf, isOfUpload, markOf, type Origin, originOf, wishOf } from '../refinement.ts';
import { type BatchRow, sizeOf as sizeOfImage } from '../rows.ts';
import type { Buyer, EnabledModel, Studio } from '../studio.ts';
import { type Extended, extendsImage, readsExtension, sizeOf } from './extension.ts';

/** Orders one copy of an image of the same person, with more of it beyond its edges. */
export async function orderExtension(
  studio: Studio,
  buyer: Buyer,
  key: string,
  imageId: string,
  request: ExtendRequest,
): Promise<Ordered> {
  const idempotency = { key, hash: requestHash({ imageId, extend: request }) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return { outcome: 'not-found' };
  const enabled = studio.models.find((one) => one.key === request.model);
  if (!enabled) return { outcome: 'unsupported' };
  const { design } = enabled.manifest;
  const extended = extendedOf(origin, request, design);
  const obstacle = obstacleOf(enabled, extended);
  if (obstacle) return obstacle;
  const instructions = design ? changesWith(origin, extended) : titleOf(origin, extended);
  if (design && instructions.split('\n').length > MAX_DESIGN_CHANGES) return { outcome: 'too-many-changes' };
  const size = sizeOf(extended);
  const tooLarge = obstacleOfSize(size, design, buyer);
  if (tooLarge) return tooLarge;
  const verdict = await checkWords(studio, buyer, { origin, enabled, extended, words: design ? instructions : extended.words });
  if (verdict.outcome !== 'passed') return verdict;
  const { aspectRatio, id: resolution } = nearestResolution(size);
  return takeOrder(studio, buyer, idempotency, {
    ...{ prompt: extended.prompt, style: origin.style, aspectRatio, resolution, size, mark: markOf(origin) },
    ...(origin.negative_prompt && { negativePrompt: origin.negative_prompt }),
    count: 1,
    // A design has the same elements in every shape.
    seed: design ? (origin.seed ?? undefined) : request.seed,
    model: enabled.key,
    ...priceOf(enabled, size),
    refinement: { parentId: imageId, instructions, mode: 'extend', extension: { ...extended.edges, words: extended.words } },
  });
}

type Checked = {
  readonly origin: Origin;
  readonly enabled: EnabledModel;
  readonly extended: Extended;
  readonly words: string;
};

/** A harmless prompt and harmless words may be harmful together. Without either, nothing can be checked. */
async function checkWords(studio: Studio, { userId }: Buyer, { origin, enabled, extended, words }: Checked): Promise<Verdict> {
  const prompt = `${extended.prompt}\n${words}`.trim();
  if (prompt === '') return { outcome: 'passed' };
  const checked = { prompt, without: origin.negative_prompt, ofUpload: isOfUpload(origin) };
  return moderate(studio, userId, checked, chainOf(studio, enabled, extended));
}

/** What can extend an image by these edges (the free redrawing of a design first), with the size of the result and its price; undefined if there is no such image. */
export async function extendersOf(
  studio: Studio,
  buyer: Buyer,
  imageId: string,
  edges: Edges,
): Promise<readonly ExtenderView[] | undefined> {
  const origin = await originOf(studio, buyer, imageId);
  if (!origin) return undefined;
  const size = sizeOf(extendedOf(origin, edges, true));
  return studio.models
    .toSorted((one, other) => Number(other.manifest.design) - Number(one.manifest.design))
    .flatMap((enabled) => {
      const { manifest, model, key } = enabled;
      const extended = extendedOf(origin, edges, manifest.design);
      // A model is listed whatever the language of the prompt: the person may give instructions that it reads.
      if (!extendsImage(model, { ...extended, prompt: '' })) return [];
      const tier = tierOfExtended(size, manifest.design);
      if (!tier) return [];
      const needs = tier !== 'free' && !tierAllows(buyer.tier, tier) && { needs: tier };
      const method = manifest.design ? ('redraw' as const) : ('model' as const);
      const named = { model: key, name: model.name, serviceName: manifest.name, method };
      const needsInstructions = !manifest.design && !readsExtension(model, extended);
      return [{ ...named, ...size, credits: priceOf(enabled, size).price, needsInstructions, ...needs }];
    });
}

/** The models to try for a batch: the one that was chosen, then others that can do the same. A design is drawn by the design studio alone. */
export function extendersFor(studio: Pick<Studio, 'models'>, batch: BatchRow): readonly EnabledModel[] {
  const chosen = studio.models.find(({ key }) => key === batch.model);
  const extended = chosen && extendedBy(batch, chosen.manifest.design);
  return chosen && extended && extendsImage(chosen.model, extended) ? chainOf(studio, chosen, extended) : [];
}

function chainOf({ models }: Pick<Studio, 'models'>, chosen: EnabledModel, extended: Extended): readonly EnabledModel[] {
  if (chosen.manifest.design) return [chosen];
  const others = models.filter(
    ({ manifest, model }) => !manifest.needsConsent && !manifest.design && extendsImage(model, extended),
  );
  return [chosen, ...others.filter((one) => one !== chosen)];
}

function obstacleOf({ model, manifest }: EnabledModel, extended: Extended): Ordered | undefined {
  if (!model.extend || (manifest.design && !extended.isDesign)) return { outcome: 'no-editing' };
  if (extendsImage(model, extended)) return undefined;
  return { outcome: manifest.design || readsExtension(model, extended) ? 'size' : 'language' };
}

function obstacleOfSize(size: Size, isDesign: boolean, buyer: Buyer): Ordered | undefined {
  const tier = tierOfExtended(size, isDesign);
  if (!tier) return { outcome: 'size' };
  return tier === 'free' || tierAllows(buyer.tier, tier) ? undefined : { outcome: 'tier', needed: tier };
}

type Wanted = Edges & Pick<ExtendRequest, 'instructions'>;

/** @param isRedrawn whether a design is drawn again, which has its instructions apart from its prompt */
function extendedOf(origin: Origin, { instructions = '', left, right, up, down }: Wanted, isRedrawn: boolean): Extended {
  return {
    from: sizeOfImage(origin),
    edges: { left, right, up, down },
    words: instructions.replaceAll(/\s+/g, ' '),
    prompt: isRedrawn ? origin.prompt : wishOf(origin),
    negativePrompt: origin.negative_prompt,
    isDesign: origin.has_vector,
  };
}

function extendedBy(batch: BatchRow, isDesign: boolean): Extended | undefined {
  if (!batch.extension) return undefined;
  const { words, ...edges } = batch.extension;
  const { width, height } = sizeOfImage(batch);
  const from = { width: width - edges.left - edges.right, height: height - edges.up - edges.down };
  return { from, edges, words, prompt: batch.prompt, negativePrompt: batch.negative_prompt, isDesign };
}

/** Instructions of a design since its first version, one a line. */
function changesWith(origin: Origin, { words }: Extended): string {
  return words ? changesOf(origin, words) : (origin.instructions ?? '');
}

/** An image without a prompt is known by the words of its original. */
function titleOf(origin: Origin, { words, prompt }: Extended): string {
  if (words || prompt) return words;
  return origin.imported_as ?? origin.instructions ?? '';
}
