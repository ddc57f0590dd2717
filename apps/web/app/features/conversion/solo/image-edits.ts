import type { OptionValues } from '@bakkum/conversion/options';
import type { ConversionCore } from '../conversion-core.ts';
import { editedSize, editOf } from '../image-edit/edited-view.ts';
import { swapsSides } from '../image-edit/turn.ts';
import type { FileItem } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import type { Size } from '../preview/view-frame.ts';
import { schemaOf } from '../target/schema-of.ts';
import { sizeAfterEdit } from './resize.ts';
import { isShownAsImage } from './stage.tsx';

/** Returns whether the crop box measures in the pixels that the conversion crops: drawings have no pixels. */
export function canCrop(item: FileItem, core: ConversionCore): boolean {
  if (!item.format || !isShownAsImage(item, core) || core.familyOf(item.format.id) !== 'image') return false;
  return Object.hasOwn(schemaOf(item, core), 'crop');
}

/** Changes the edit of an image, and the size that was chosen for it. */
export function changeEdit(item: FileItem, store: ConversionStore, changes: OptionValues): void {
  for (const [name, value] of Object.entries({ ...changes, ...keptSize(item, changes) })) store.setOption(item.id, name, value);
}

/** Returns the size of the image after its edit; `undefined` if the browser cannot read it. */
export function editedImageSize({ facts, options }: FileItem): Size | undefined {
  if (!facts?.width || !facts.height) return undefined;
  return editedSize(editOf(options), { width: facts.width, height: facts.height });
}

/** Returns the values that keep the chosen size after an edit. */
function keptSize(item: FileItem, changes: OptionValues): OptionValues {
  const options = { ...item.options, ...changes };
  const [before, after] = [editedImageSize(item), editedImageSize({ ...item, options })];
  if (!before || !after) return {};
  const isQuarterTurn = swapsSides(editOf(item.options).turn) !== swapsSides(editOf(options).turn);
  return sizeAfterEdit(item.options, before, after, isQuarterTurn);
}
