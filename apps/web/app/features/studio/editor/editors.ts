import type { ImageView, StudioView } from '@bakkum/api-contract/images/images';
import type { Locale } from '@bakkum/i18n/locale';
import { formatList } from '@bakkum/i18n/quantity';
import type { StudioState } from '../studio-state.ts';

/** Whether an image can be refined here: by a model that edits images or parts of them, or as a design that is drawn again. */
export type CanRefine = (image: ImageView) => boolean;

export function refinable(studio: StudioView | undefined): CanRefine {
  const { edit = false, mask = false } = studio?.refine ?? {};
  return ({ vector }) => edit || mask || vector;
}

/** Whether variations of an image can be made: by a model that edits images, or as a design that is drawn again. */
export function supportsVariations(studio: StudioView | undefined): CanRefine {
  const { edit = false } = studio?.refine ?? {};
  return ({ vector }) => edit || vector;
}

/** Whether more of an image can be drawn beyond its edges: by a model, or as a design that is drawn again. */
export function extendable(studio: StudioView | undefined): CanRefine {
  const { extend = false } = studio?.refine ?? {};
  return ({ vector }) => extend || vector;
}

/** Whether the background of an image can be removed: by a model, or from the drawing of a design. */
export function separable(studio: StudioView | undefined): CanRefine {
  const { removeBackground = false } = studio?.refine ?? {};
  return ({ vector, transparent }) => (removeBackground || vector) && !transparent;
}

/** Names the services of these models: `OpenAI or ComfyUI`. */
export function receiversOf(models: readonly { readonly serviceName: string }[], locale: Locale): string {
  return formatList(locale, [...new Set(models.map(({ serviceName }) => serviceName))], 'disjunction');
}

/** Names the services that may receive an image to edit. */
export function editorsOf({ studio }: StudioState, locale: Locale): string {
  const editors = (studio?.models ?? []).filter(({ edit, mask }) => edit !== 'redrawn' && (edit !== 'none' || mask));
  return receiversOf(editors, locale);
}
