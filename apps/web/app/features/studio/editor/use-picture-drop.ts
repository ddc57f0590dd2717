import { carriesFiles, usePageInput } from '../../../forms/use-page-input.ts';

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
  return usePageInput({
    accepts: (transfer) => carriesFiles(transfer) || transfer.types.includes(OWN),
    onDrop: ({ types, files }) => {
      const picture = types.includes(OWN) ? dragged : pictureAmong(files);
      if (picture) onPicture(picture);
    },
    onPaste: ({ files }) => {
      const picture = pictureAmong(files);
      if (picture) onPicture(picture);
      return picture !== undefined;
    },
  });
}

/** Returns the first image, or else the first file, so that the user learns what is wrong with it. */
function pictureAmong(files: Iterable<File>): File | undefined {
  const all = [...files];
  return all.find(({ type }) => type.startsWith('image/')) ?? all[0];
}
