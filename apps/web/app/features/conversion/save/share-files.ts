import { tellVisit } from '../../../document/tell-visit.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import { saveFile } from './save-file.ts';
import { savedResults } from './saved-results.ts';

/** Devices whose own way out of a result is the share sheet: on a phone, it leads to the photos, to messages and to other apps. */
const TOUCH = '(pointer: coarse)';

/** More are not shared: each would be a download of its own if the device refuses. */
const MAX_SHARED_FILES = 100;

/** Whether this device can hand these results to other apps. Browsers decide by the files' types and names. */
export function canShare(files: readonly ResultFile[]): boolean {
  if (files.length > MAX_SHARED_FILES) return false;
  if (!('share' in navigator) || !('canShare' in navigator) || !matchMedia(TOUCH).matches) return false;
  return navigator.canShare({ files: asFiles(files) });
}

/** Opens the share sheet. Where the device refuses after all, the files are downloaded instead. */
export async function shareFiles(files: readonly ResultFile[]): Promise<void> {
  try {
    await navigator.share({ files: asFiles(files) });
    savedResults.add(files.map(({ blob }) => blob));
    tellVisit({ event: 'file_download', value: files.length });
  } catch (error) {
    const closed = error instanceof DOMException && error.name === 'AbortError';
    if (!closed) for (const file of files) saveFile(file);
  }
}

function asFiles(files: readonly ResultFile[]): File[] {
  return files.map(({ blob, name }) => new File([blob], name, { type: blob.type }));
}
