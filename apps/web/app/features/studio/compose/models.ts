import type { ModelView } from '@bakkum/api-contract/images/images';
import { readsPrompt } from '@bakkum/studio-options/languages';
import { mergedSizes, type OfferedSize } from '@bakkum/studio-options/prices';
import type { Draft } from './draft.ts';

type Models = { readonly models: readonly ModelView[] };

/**
 * Returns the models that the draft asks for, as the server does: the chosen one, or all that may be asked without a choice. Designs are
 * drawn where they are chosen or nothing else is enabled.
 */
export function askedModels({ models }: Models, { model }: Pick<Draft, 'model'>): readonly ModelView[] {
  const chosen = models.filter(({ id }) => id === model);
  if (chosen.length > 0) return chosen;
  const willing = models.filter(({ needsConsent }) => !needsConsent);
  const services = willing.filter(({ design }) => !design);
  return services.length > 0 ? services : willing;
}

type Drawn = Pick<Draft, 'model' | 'prompt' | 'negativePrompt' | 'resolution'>;

/** Returns the model that will draw the draft, or why none can. */
export function modelFor(studio: Models, draft: Drawn): ModelView | 'language' | 'size' {
  const readers = readersOf(studio, draft);
  if (readers.length === 0) return 'language';
  return readers.find(({ resolutions }) => resolutions.some(({ id }) => id === draft.resolution)) ?? 'size';
}

/** Returns the models asked for that read the language of the draft. */
export function readersOf(studio: Models, draft: Pick<Draft, 'model' | 'prompt' | 'negativePrompt'>): readonly ModelView[] {
  return askedModels(studio, draft).filter(({ languages }) => readsPrompt(languages, `${draft.prompt}\n${draft.negativePrompt}`));
}

/** Returns the sizes that these models draw, each at the price of the first that draws it. */
export function sizesOf(models: readonly ModelView[]): readonly OfferedSize[] {
  return mergedSizes(models.map(({ resolutions }) => resolutions));
}
