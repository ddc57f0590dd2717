import { pictureToEdit } from './pictures-to-edit.ts';
import { workbench } from './workbench.ts';

/** As many as fit beside what they are chosen for. */
const MOST = 12;

/** Pictures this tab has converted, the latest first. */
export function convertedPictures(): readonly File[] {
  return workbench
    .snapshot()
    .items.flatMap((item) => pictureToEdit(item) ?? [])
    .toReversed()
    .slice(0, MOST);
}
