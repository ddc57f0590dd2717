import type { Editor, ImageView, ModelView, StudioView } from '@bakkum/api-contract/images/images';
import { readsPrompt } from '@bakkum/studio-options/languages';
import { useState } from 'react';
import { call } from '../../../session/api.ts';
import { useServerData } from '../../../state/server-data.ts';

/** What the user asks for. */
export type Edit = { readonly image: ImageView; readonly instructions: string; readonly masked: boolean };

/** A model that edits, with the price and the size of the result. */
export type EditingModel = ModelView & { readonly editor: Editor };

/** `unmasked`: the models only redraw marked parts, and none is marked. */
type Obstacle = 'language' | 'none' | 'unmasked';

export type Editing = {
  /** The models to choose from. */
  readonly models: readonly EditingModel[];
  /** The id of the chosen model; empty for the order of the site. */
  readonly chosen: string;
  readonly choose: (model: string) => void;
  /** The model that will edit, or why there is none. Undefined until it is known. */
  readonly model: EditingModel | Obstacle | undefined;
  /** Whether a model could edit if the instructions were in English. */
  readonly translatable: boolean;
};

/** Returns the models that can edit this image, and the one that will. */
export function useEditors(edit: Edit, studio: StudioView | undefined): Editing {
  const { id } = edit.image;
  const [chosen, choose] = useState('');
  const { body } = useServerData({ key: ['editors', id], ask: () => call('GET /api/images/{id}/editors', undefined, { id }) });
  const editors = body?.editors ?? [];
  const models = (studio?.models ?? []).flatMap((model) => {
    const editor = editors.find((one) => one.model === model.id);
    return editor ? [{ ...model, editor }] : [];
  });
  const model = body && studio && editingModel(models, chosen, edit);
  const translatable = model === 'language' && typeof editingModel(models, chosen, { ...edit, instructions: '' }) === 'object';
  return { models, chosen, choose, model, translatable };
}

/** Returns the model that the server will use, as `firstModel` of the server chooses it. */
export function editingModel(models: readonly EditingModel[], chosen: string, edit: Edit): EditingModel | Obstacle {
  const asked = chosen ? models.filter(({ id }) => id === chosen) : models.filter(({ needsConsent }) => !needsConsent);
  const able = asked.filter(({ edit: kind, mask }) => (edit.masked ? mask : kind !== 'none'));
  if (able.length === 0) return asked.some(({ mask }) => mask) && !edit.masked ? 'unmasked' : 'none';
  const redrawing = able.find(({ edit: kind }) => kind === 'redrawn');
  if (redrawing) return redrawing;
  return able.find((model) => readsPrompt(model.languages, wordsFor(model, edit))) ?? 'language';
}

/** A `described` model receives the prompt of the image as well. */
function wordsFor({ edit: kind }: EditingModel, { image, instructions, masked }: Edit): string {
  const described = kind === 'described' && !masked ? image.prompt : '';
  return [instructions, described, image.negativePrompt ?? ''].join('\n');
}
