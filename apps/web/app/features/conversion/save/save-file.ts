import { tellVisit } from '../../../document/tell-visit.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import { saveBlob } from './save-blob.ts';
import { savedResults } from './saved-results.ts';

/** Downloads a result through the browser. */
export function saveFile({ blob, name }: ResultFile): void {
  saveBlob(blob, name);
  savedResults.add([blob]);
  tellVisit({ event: 'file_download', value: 1 });
}

/** Whether a zip compresses its files: none, only uncompressed ones, or all. */
export type ZipCompression = 'none' | 'balanced' | 'maximum';

/** Extensions of files that hardly shrink. */
const TIGHT =
  /\.(jpe?g|png|webp|avif|gif|apng|heic|jxl|mp[34]|m4[abr]|webm|mkv|mov|ogg|opus|aac|flac|wm[av]|zip|7z|t?gz|t?xz|t?bz2|docx|xlsx|pptx|hwpx|od[tsp]|epub|woff2?)$/i;

/**
 * Downloads all results as one zip, in their original folders, with unique names. Rejects with a `DOMException` if it cannot be
 * written.
 */
export async function saveAllAsZip(files: readonly ResultFile[], compression: ZipCompression = 'none'): Promise<undefined> {
  const entries = await withPaths(files);
  const bytes = entries.reduce((sum, { blob }) => sum + blob.size, 0);
  const [{ saveStream }, { zipStream }] = await Promise.all([
    import('./save-stream.ts'),
    import('@bakkum/archive-zip/zip-stream'),
  ]);
  const modifiedAt = new Date();
  const deflates = (path: string): boolean => compression === 'maximum' || (compression === 'balanced' && !TIGHT.test(path));
  const members = entries.map((entry) => ({ ...entry, deflate: deflates(entry.path), modifiedAt }));
  if (!(await saveStream(zipStream(members), bytes, 'bakkum.zip'))) return undefined;
  savedResults.add(files.map(({ blob }) => blob));
  tellVisit({ event: 'file_download', value: files.length });
  return undefined;
}

type Entry = { readonly path: string; readonly blob: Blob };

/** Gives each result a safe and unique path. */
export async function withPaths(files: readonly ResultFile[]): Promise<readonly Entry[]> {
  const { safeName, safePath, uniqueNames } = await import('@bakkum/conversion/file-names');
  const unique = uniqueNames();
  return files.map(({ blob, name, folder = '' }) => {
    const parent = safePath(folder);
    return { path: unique(parent ? `${parent}/${safeName(name)}` : safeName(name)), blob };
  });
}
