import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { Crop } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { canTurn, TurnButtons } from '../image-edit/turn-buttons.tsx';
import { isBusy } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import { schemaOf } from '../target/schema-of.ts';
import { changeEdit } from './image-edits.ts';
import { isShownAsImage } from './stage.tsx';
import type { CropMode } from './use-cropping.ts';

type EditToolsProps = Pick<RowProps, 'item' | 'core' | 'store'> & { readonly crop: CropMode | undefined };

/** The bar above the preview of an image. Its changes are shown there immediately. */
export function EditTools({ item, core, store, crop }: EditToolsProps): ReactNode {
  const t = useMessages('workbench');
  const isDisabled = isBusy(item);
  if (!isShownAsImage(item, core) || !canTurn(schemaOf(item, core))) return undefined;
  return (
    <div role="toolbar" aria-label={t('editImage')} className="flex shrink-0 justify-center border-line border-b bg-surface px-2">
      {crop ? (
        <IconButton
          label={t('crop')}
          aria-pressed={crop.isOpen}
          disabled={isDisabled}
          onClick={crop.toggle}
          className="aria-pressed:bg-sunken aria-pressed:text-accent"
        >
          <Crop aria-hidden size={18} />
        </IconButton>
      ) : undefined}
      <TurnButtons values={item.options} isDisabled={isDisabled} onChange={(changes) => changeEdit(item, store, changes)} />
    </div>
  );
}
