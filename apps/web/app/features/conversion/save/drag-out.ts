import type { DragEvent, HTMLAttributes } from 'react';
import { tellVisit } from '../../../document/tell-visit.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import { canSaveToFolder } from './save-to-folder.ts';
import { savedResults } from './saved-results.ts';

/** Milliseconds the browser may need to read the file after it was dropped. */
const ADDRESS_LIFETIME_MS = 60_000;

/**
 * Returns the props of an element from which a result can be dragged to the desktop or into a folder. Only Chromium on computers
 * downloads what `DownloadURL` names, and nothing tells whether a browser does; it is also the only one that opens folders.
 */
export function dragOut(file: ResultFile | undefined): Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart'> {
  if (!file || !canSaveToFolder()) return {};
  return { draggable: true, onDragStart: (event) => offer(event, file) };
}

function offer({ dataTransfer, currentTarget }: DragEvent<HTMLElement>, { blob, name }: ResultFile): void {
  const address = URL.createObjectURL(blob);
  dataTransfer.effectAllowed = 'copy';
  dataTransfer.setData('DownloadURL', downloadData({ name, type: blob.type, address }));
  currentTarget.addEventListener(
    'dragend',
    () => {
      if (dataTransfer.dropEffect !== 'none') {
        savedResults.add([blob]);
        tellVisit({ event: 'file_download', value: 1 });
      }
      setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIFETIME_MS);
    },
    { once: true },
  );
}

type Download = { readonly name: string; readonly type: string; readonly address: string };

/** Returns `type:name:address`. Colons separate the parts, so the name may not have any. */
export function downloadData({ name, type, address }: Download): string {
  return [type || 'application/octet-stream', name.replaceAll(':', '-'), address].join(':');
}
