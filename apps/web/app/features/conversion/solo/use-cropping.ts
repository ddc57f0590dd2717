import type { OptionValues } from '@bakkum/conversion/options';
import { useState } from 'react';
import { usePreset } from '../converter-preset.ts';
import type { Ratio } from '../image-edit/crop-box.ts';
import { editOf } from '../image-edit/edited-view.ts';
import { swapsSides } from '../image-edit/turn.ts';
import { isBusy } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import type { Size } from '../preview/view-frame.ts';
import { canCrop, changeEdit } from './image-edits.ts';
import type { Cropping } from './picture-stage.tsx';

type ImageCrop = { readonly cropping: Cropping; readonly onRatio: (ratio: Ratio) => void };

export type CropMode = ImageCrop & { readonly isOpen: boolean; readonly toggle: () => void };

/** The crop of an image, in the pixels of the image as it is displayed. */
export function useCrop({ item, store }: Pick<RowProps, 'item' | 'store'>): ImageCrop {
  const [chosen, setChosen] = useState<{ readonly ratio: Ratio; readonly swaps: boolean }>();
  const [image, setImage] = useState<Size>();
  const swaps = swapsSides(editOf(item.options).turn);
  return {
    onRatio: (ratio) => setChosen({ ratio, swaps }),
    cropping: {
      options: item.options,
      image,
      // A quarter turn makes another ratio of it.
      ratio: chosen?.swaps === swaps ? chosen.ratio : 'free',
      onChange: (changes: OptionValues) => changeEdit(item, store, changes),
      onSize: setImage,
    },
  };
}

/** The crop mode of a single image; `undefined` if it cannot be cropped. A tool page may start in it; a conversion ends it. */
export function useCropping({ item, core, store }: Pick<RowProps, 'item' | 'core' | 'store'>): CropMode | undefined {
  const { tool } = usePreset();
  const [isOpen, setOpen] = useState(tool?.options.includes('crop') ?? false);
  const crop = useCrop({ item, store });
  const { status } = item.state;
  const [last, setLast] = useState(status);
  if (last !== status) {
    setLast(status);
    if (status === 'completed') setOpen(false);
  }
  if (!canCrop(item, core)) return undefined;
  return { ...crop, isOpen: isOpen && !isBusy(item), toggle: () => setOpen(!isOpen) };
}
