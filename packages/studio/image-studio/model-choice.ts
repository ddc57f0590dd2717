/** Which of the enabled models fill an order, and in which order they are tried. */
import type { EDIT_MODES } from '@bakkum/api-contract/images/images';
import { drawsNatively, type Size } from '@bakkum/image-provider/drawn-size';
import { editsImages, type ImageModel } from '@bakkum/image-provider/model';
import { readsPrompt } from '@bakkum/studio-options/languages';
import { imageCredits } from '@bakkum/studio-options/prices';
import { RESOLUTIONS, type ResolutionId } from '@bakkum/studio-options/resolutions';
import type { EnabledModel, Studio } from './studio.ts';
import { wordsToVary } from './variations/variation.ts';

export type EditMode = (typeof EDIT_MODES)[number];

/** The person's choice: a model, or a service, whose models are tried first. */
export type Choice = { readonly model?: string | null | undefined; readonly provider?: string | null | undefined };

/** The request in the person's words. */
export type Wish = {
  readonly prompt: string;
  readonly negativePrompt?: string | null | undefined;
  /** What to change in the given image. */
  readonly instructions?: string | null | undefined;
  /** Null for a new image. */
  readonly mode: EditMode | null;
  /** How much to change, in percent; absent for the default of the model. */
  readonly strength?: number | null | undefined;
};

export type Wanted = Choice &
  Wish & {
    /** Absent while any size will do. */
    readonly size?: Size;
  };

/** Why no model can fill an order. */
export type NoModel = { readonly outcome: 'unsupported' | 'no-editing' | 'no-strength' | 'language' | 'size' };

/** Whether a model receives the given image rather than drawing a new one. */
export function isGivenPicture(mode: EditMode | null, { edit, mask }: Pick<ImageModel, 'edit' | 'mask'>): boolean {
  return ((mode === 'edit' || mode === 'variation') && editsImages({ edit })) || (mode === 'mask' && mask);
}

/**
 * The words to send to this model. Models that follow instructions, or draw only the masked part, get the instructions. All others need a
 * description of the whole result. An imported image has no prompt.
 */
export function wishFor(wish: Wish, model: ImageModel): string {
  const { prompt, instructions, mode } = wish;
  if (mode === 'variation') return wordsToVary(wish, model);
  if (!instructions) return prompt;
  const instructed = isGivenPicture(mode, model) && (mode === 'mask' || model.edit === 'instructed');
  return instructed || prompt === '' ? instructions : `${prompt}, ${instructions}`;
}

/** The models to try, in order; empty if there are none. A model that stands in for another must be able to do the same. */
export function modelsFor(studio: Pick<Studio, 'models'>, wanted: Wanted): readonly EnabledModel[] {
  const able = studio.models.filter(({ model }) => isAble(model, wanted));
  const first = able.filter((one) => isChosen(one, wanted));
  if (first.some(({ manifest }) => manifest.design)) return first;
  return [...first, ...able.filter((one) => !isChosen(one, wanted) && !one.manifest.needsConsent)];
}

/**
 * The model that fills an order unless it fails, or why there is none. Designs are only ordered where they are chosen or nothing else is
 * enabled: they stand in for a model that failed, not for one that was never asked.
 */
export function firstModel(studio: Pick<Studio, 'models'>, wanted: Wanted): EnabledModel | NoModel {
  const asked = askedModels(studio, wanted);
  const [first] = asked.filter(({ model }) => isAble(model, wanted));
  return first ?? { outcome: obstacleOf(asked, wanted) };
}

/** The sizes on sale that a model draws, with the credits of one image. */
export function soldSizes({ sizes, creditRate }: ImageModel): { id: ResolutionId; credits: number }[] {
  const drawn = RESOLUTIONS.filter((one) => drawsNatively(sizes, one));
  return drawn.map((one) => ({ id: one.id, credits: imageCredits(one, creditRate) }));
}

function askedModels({ models }: Pick<Studio, 'models'>, wanted: Wanted): readonly EnabledModel[] {
  if (wanted.model || wanted.provider) return models.filter((one) => isChosen(one, wanted));
  const willing = models.filter(({ manifest }) => !manifest.needsConsent);
  const services = willing.filter(({ manifest }) => !manifest.design);
  return services.length > 0 ? services : willing;
}

function obstacleOf(asked: readonly EnabledModel[], wanted: Wanted): NoModel['outcome'] {
  if (asked.length === 0) return 'unsupported';
  const able = asked.filter(({ model }) => isFit(model, wanted));
  if (able.length === 0)
    return asked.some(({ model }) => isFit(model, { ...wanted, strength: null })) ? 'no-strength' : 'no-editing';
  return able.some(({ model }) => isReadable(model, wanted)) ? 'size' : 'language';
}

function isChosen({ key, manifest }: EnabledModel, { model, provider }: Choice): boolean {
  return model ? key === model : Boolean(provider) && manifest.id === provider;
}

function isAble(model: ImageModel, wanted: Wanted): boolean {
  return isFit(model, wanted) && isReadable(model, wanted) && (!wanted.size || drawsNatively(model.sizes, wanted.size));
}

/** Whether the model reads the language of everything that it would be sent. */
function isReadable(model: ImageModel, wanted: Wanted): boolean {
  return readsPrompt(model.languages, `${wishFor(wanted, model)}\n${wanted.negativePrompt ?? ''}`);
}

const CHANGING: readonly (EditMode | null)[] = ['edit', 'mask', 'variation'];

function isFit(model: ImageModel, { mode, strength }: Wish): boolean {
  if (typeof strength === 'number' && !model.strength) return false;
  if (mode === 'regenerate') return model.edit === 'redrawn';
  return !CHANGING.includes(mode) || isGivenPicture(mode, model);
}
