import { tellVisit } from '../../../document/tell-visit.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import { withPaths } from './save-file.ts';
import { savedResults } from './saved-results.ts';

/** The File System Access API, which only Chromium has: https://wicg.github.io/file-system-access/ */
type FolderPicker = (options: { readonly mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;

export function canSaveToFolder(): boolean {
  return pickerOf() !== undefined;
}

/**
 * Writes results to a folder the user picks, each in its original subfolder, one after another and never whole in memory. Returns
 * how many were written; undefined if no folder was picked. Rejects with a `DOMException` if writing is refused.
 */
export async function saveToFolder(files: readonly ResultFile[]): Promise<number | undefined> {
  const picker = pickerOf();
  if (!picker) return undefined;
  const root = await picker({ mode: 'readwrite' }).catch((refusal: unknown) => {
    if (refusal instanceof DOMException && refusal.name === 'AbortError') return undefined;
    throw refusal;
  });
  if (!root) return undefined;
  for (const { path, blob } of await withPaths(files)) await write(root, path.split('/'), blob);
  savedResults.add(files.map(({ blob }) => blob));
  tellVisit({ event: 'file_download', value: files.length });
  return files.length;
}

async function write(root: FileSystemDirectoryHandle, path: readonly string[], blob: Blob): Promise<void> {
  let folder = root;
  for (const name of path.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
  const file = await folder.getFileHandle(path.at(-1) ?? 'file', { create: true });
  await blob.stream().pipeTo(await file.createWritable());
}

function pickerOf(): FolderPicker | undefined {
  const picker: unknown = Reflect.get(globalThis, 'showDirectoryPicker');
  return isPicker(picker) ? picker.bind(globalThis) : undefined;
}

function isPicker(value: unknown): value is FolderPicker {
  return typeof value === 'function';
}
