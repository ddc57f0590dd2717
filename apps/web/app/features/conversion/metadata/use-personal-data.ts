import type { PersonalData } from '@bakkum/image-metadata/personal';
import { useEffect, useState } from 'react';
import type { FileItem } from '../list/conversion-state.ts';

/** Larger files would block the page while they are read. */
const MAX_BYTES = 60_000_000;

/** Returns what the image says about people and places; `undefined` until it is known, and if there is nothing. */
export function usePersonalData({ file, format, size }: FileItem, isImage: boolean): PersonalData | undefined {
  const [read, setRead] = useState<{ readonly file: File; readonly data: PersonalData }>();
  const id = isImage && size <= MAX_BYTES ? format?.id : undefined;
  useEffect(() => {
    if (id === undefined) return undefined;
    let isGone = false;
    void import('./read-personal-data.ts')
      .then(({ personalDataOf }) => personalDataOf(file, id))
      .then((data) => {
        if (!isGone) setRead({ file, data });
      });
    return () => {
      isGone = true;
    };
  }, [file, id]);
  return read?.file === file && Object.keys(read.data).length > 0 ? read.data : undefined;
}
