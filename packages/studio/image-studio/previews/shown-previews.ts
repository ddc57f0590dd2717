import type { EnabledModel, Studio } from '../studio.ts';

/** Whether people see previews of a model: not while finished images are checked, because previews are not. */
export function showsPreviews({ check }: Pick<Studio, 'check'>, { model }: Pick<EnabledModel, 'model'>): boolean {
  return model.livePreview !== undefined && check === undefined;
}
