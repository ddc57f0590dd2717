import type { OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { editedSize, editOf } from '../image-edit/edited-view.ts';
import { swapsSides } from '../image-edit/turn.ts';
import { canTurn, TurnButtons } from '../image-edit/turn-buttons.tsx';
import { type FileItem, isBusy } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import type { Size } from '../preview/view-frame.ts';
import { sizeAfterEdit } from './resize.ts';
import { isShownAsImage } from './stage.tsx';

/** The bar above the preview of an image. Its changes are shown there immediately. */
export function EditTools({ item, core, store }: Pick<RowProps, 'item' | 'core' | 'store'>): ReactNode {
  const t = useMessages('workbench');
  const { format, target, way } = item;
  if (!format || target === undefined || !isShownAsImage(item, core)) return undefined;
  if (!canTurn(core.optionsFor(format.id, target, way))) return undefined;
  const edit = (changes: OptionValues): void => {
    for (const [name, value] of Object.entries({ ...changes, ...keptSize(item, changes) })) store.setOption(item.id, name, value);
  };
  return (
    <div role="toolbar" aria-label={t('editImage')} className="flex shrink-0 justify-center border-line border-b bg-surface px-2">
      <TurnButtons values={item.options} isDisabled={isBusy(item)} onChange={edit} />
    </div>
  );
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
