import { workbench } from '../workbench.ts';
import { pictureToEdit } from './pictures-to-edit.ts';

/** Number of images that fit beside the drop area. */
const MAX_IMAGES = 12;

/** Images this tab has converted, the latest first. */
export function convertedPictures(): readonly File[] {
  return workbench
    .snapshot()
    .items.flatMap((item) => pictureToEdit(item) ?? [])
    .toReversed()
    .slice(0, MAX_IMAGES);
}
