/** Crops one image of several. Loaded when it is opened. */
import { useMessages } from '@bakkum/i18n/react';
import { Dialog } from '@bakkum/ui/dialog';
import type { ReactNode } from 'react';
import type { RowProps } from '../list/row-props.ts';
import { sideOf } from '../preview/side-of.ts';
import { PictureStage } from '../solo/picture-stage.tsx';
import { useCrop } from '../solo/use-cropping.ts';
import { CropPanel } from './crop-editor.tsx';
import { editOf } from './edited-view.ts';

type CropDialogProps = Pick<RowProps, 'item' | 'core' | 'store'> & { readonly onClose: () => void };

export function CropDialog({ item, core, store, onClose }: CropDialogProps): ReactNode {
  const t = useMessages('workbench');
  const closeLabel = useMessages('conversion')('closeNotice');
  const { cropping, onRatio } = useCrop({ item, store });
  const before = item.format && sideOf(item.file, item.format.id, core);
  if (!before) return undefined;
  return (
    <Dialog title={t('cropTitle', { name: item.name })} closeLabel={closeLabel} isOpen onClose={onClose} wide>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="h-[55dvh]">
          <PictureStage before={before} after={undefined} edit={editOf(item.options)} cropping={cropping} isStale={false} />
        </div>
        <CropPanel {...cropping} onRatio={onRatio} onDone={onClose} />
      </div>
    </Dialog>
  );
}
