import { tellVisit } from '../../../document/tell-visit.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import { saveBlob } from './save-blob.ts';

/** Downloads a result through the browser. */
export function saveFile({ blob, name }: ResultFile): void {
  saveBlob(blob, name);
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
export async function saveAllAsZip(files: readonly ResultFile[], compression: ZipCompression = 'none'): Promise<void> {
  const entries = await withPaths(files);
  const bytes = entries.reduce((sum, { blob }) => sum + blob.size, 0);
  const [{ saveStream }, zip] = await Promise.all([import('./save-stream.ts'), zipOf(entries, bytes, compression)]);
  await saveStream(zip, bytes, 'bakkum.zip');
  tellVisit({ event: 'file_download', value: files.length });
}

type Entry = { readonly path: string; readonly blob: Blob };

async function zipOf(
  entries: readonly Entry[],
  bytes: number,
  compression: ZipCompression,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { deflatedZip, MOST_ZIP_BYTES } = await import('./deflated-zip.ts');
  // Half of it leaves room for the overhead of deflate and for the directory.
  if (compression !== 'none' && bytes <= MOST_ZIP_BYTES / 2)
    return deflatedZip(
      entries.map((entry) => ({ ...entry, deflate: compression === 'maximum' || !TIGHT.test(entry.path) })),
      new Date(),
    );
  const { downloadZip } = await import('client-zip');
  const { body } = downloadZip(entries.map(({ path, blob }) => ({ name: path, input: blob })));
  if (!body) throw new TypeError('a zip has a body');
  return body;
}

/** Gives each result a unique path. */
export async function withPaths(files: readonly ResultFile[]): Promise<readonly Entry[]> {
  const { withoutCollision } = await import('@bakkum/conversion/output-name');
  const taken = new Set<string>();
  return files.map(({ blob, name, folder }) => {
    const path = withoutCollision(folder ? `${folder}/${name}` : name, taken);
    taken.add(path);
    return { path, blob };
  });
}
