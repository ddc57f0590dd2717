import type { BatchView, ModelView } from '@bakkum/api-contract/images/images';
import { askedModels } from '../compose/models.ts';

type Expecting = Pick<BatchView, 'settings' | 'refinement' | 'images'>;

/** Whether previews of an open order have come or may come, so that its tiles leave room for them from the start. */
export function expectsPreviews({ settings, refinement, images }: Expecting, models: readonly ModelView[]): boolean {
  if (images.some(({ previewUrl }) => previewUrl !== undefined)) return true;
  const mode = refinement?.mode;
  if (mode === 'upscale' || mode === 'remove-background' || mode === 'regenerate') return false;
  const asked = askedModels({ models }, { model: settings.model ?? '' });
  const able =
    mode === undefined ? asked : asked.filter(({ edit, mask }) => mask || edit === 'instructed' || edit === 'described');
  return able[0]?.livePreview === true;
}
