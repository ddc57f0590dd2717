import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Crop } from '@bakkum/ui/icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { editOf } from '../image-edit/edited-view.ts';
import { swapsSides } from '../image-edit/turn.ts';
import { isBusy } from './conversion-state.ts';
import type { RowProps } from './row-props.ts';

const CropDialog = lazy(async () => ({ default: (await import('../image-edit/crop-dialog.tsx')).CropDialog }));

/** How one image of several is cropped, and the button to change it. */
export function CropField({ item, core, store }: Pick<RowProps, 'item' | 'core' | 'store'>): ReactNode {
  const t = useMessages('workbench');
  const [isOpen, setOpen] = useState(false);
  const size = croppedSize(item);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p>
        <span className="font-medium text-sm">{t('crop')}</span>{' '}
        <span className="tabular text-ink-soft text-sm">{size ? t('cropTo', size) : t('cropNone')}</span>
      </p>
      <Button size="sm" icon={<Crop aria-hidden size={16} />} disabled={isBusy(item)} onClick={() => setOpen(true)}>
        {t('cropOpen')}
      </Button>
      {isOpen ? (
        <Suspense>
          <CropDialog item={item} core={core} store={store} onClose={() => setOpen(false)} />
        </Suspense>
      ) : undefined}
    </div>
  );
}

/** Returns the size of the part that is kept, as it is displayed; `undefined` for the whole image. */
function croppedSize({ options }: RowProps['item']): { readonly width: string; readonly height: string } | undefined {
  const { crop, turn } = editOf(options);
  if (!crop) return undefined;
  const [width, height] = swapsSides(turn) ? [crop.height, crop.width] : [crop.width, crop.height];
  return { width: String(width), height: String(height) };
}
