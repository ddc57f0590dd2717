import type { ReactNode } from 'react';
import { Thumbnail } from '../../../workbench/thumbnail.tsx';
import type { RowProps } from '../list/row-props.ts';
import { useThumbnail } from './use-thumbnail.ts';

/** A small image of the file, also for PDFs, HEIC images and videos if a small engine can draw them. */
export function FileThumbnail({ item, core }: Pick<RowProps, 'item' | 'core'>): ReactNode {
  const picture = useThumbnail(item, core);
  return <Thumbnail picture={picture} family={item.format && core.familyOf(item.format.id)} />;
}
