import { useEffect, useEffectEvent, useState } from 'react';
import { pastesText } from '../../../forms/pastes-text.ts';

/** The image being dragged from the list on this page; drag data cannot carry it. */
let dragged: File | undefined;
const OWN = 'application/x-bakkum-picture';

/** Starts dragging an image of this page. */
export function dragPicture(transfer: DataTransfer, picture: File): void {
  dragged = picture;
  transfer.effectAllowed = 'copy';
  transfer.setData(OWN, picture.name);
}

/** Accepts images dropped anywhere on the page or pasted. Returns whether one is being dragged over it. */
export function usePictureDrop(onPicture: (picture: File) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useEffectEvent(onPicture);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer || !carriesPicture(event.dataTransfer)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const end = (): void => setDragging(false);
    const drop = (event: DragEvent): void => {
      setDragging(false);
      if (!event.dataTransfer || !carriesPicture(event.dataTransfer)) return;
      event.preventDefault();
      const picture = event.dataTransfer.types.includes(OWN) ? dragged : pictureAmong(event.dataTransfer.files);
      if (picture) take(picture);
    };
    const paste = (event: ClipboardEvent): void => {
      if (pastesText(event)) return;
      const picture = pictureAmong(event.clipboardData?.files ?? []);
      if (!picture) return;
      event.preventDefault();
      take(picture);
    };
    const listening = new AbortController();
    addEventListener('dragover', over, listening);
    addEventListener('dragleave', leave, listening);
    addEventListener('dragend', end, listening);
    addEventListener('drop', drop, listening);
    addEventListener('paste', paste, listening);
    return () => listening.abort();
  }, []);
  return dragging;
}

function carriesPicture({ types }: DataTransfer): boolean {
  return types.includes('Files') || types.includes(OWN);
}

/** Returns the first image, or else the first file, so that the user learns what is wrong with it. */
function pictureAmong(files: Iterable<File>): File | undefined {
  const all = [...files];
  return all.find(({ type }) => type.startsWith('image/')) ?? all[0];
}
